//! The settings that brokers have.

use super::markup::*;
use super::menu::{Choice, menu};
use super::prose::note;
use super::settings::{Row, number};
use crate::sim::{BROKERS_MAX, BrokerName, Brokers, Change, Setup};

const BROKERS: &str = "brokers";
const MIN_IN_SYNC: &str = "min.insync.replicas";

/// Those that brokers have.
pub(super) fn of_brokers(setup: &Setup, set: &Callback<Change>) -> [Row; 2] {
    [
        Row {
            name: BROKERS,
            other: None,
            default: "b1",
            purpose: note(BROKERS),
            control: brokers_menu(setup, set),
        },
        Row {
            name: MIN_IN_SYNC,
            other: None,
            default: "1",
            purpose: note(MIN_IN_SYNC),
            control: number(
                MIN_IN_SYNC,
                setup.min_in_sync,
                1..=BROKERS_MAX as u32,
                set,
                Change::MinInSync,
            ),
        },
    ]
}

fn brokers_menu(setup: &Setup, set: &Callback<Change>) -> Html {
    let now = setup.brokers.to_string();
    let mut offered = vec!["b1".to_owned(), "b1 b2".to_owned(), "b1 b2 b3".to_owned()];
    if !offered.contains(&now) {
        offered.push(now.clone());
    }
    let choices = offered
        .iter()
        .map(|names| Choice::plain(names, *names == now));
    let set = set.clone();
    let choose = Callback::from(move |names: String| {
        let names: Option<Vec<BrokerName>> = names.split(' ').map(BrokerName::parse).collect();
        if let Some(brokers) = names.and_then(|names| Brokers::new(&names)) {
            set.emit(Change::Brokers(brokers));
        }
    });
    menu(BROKERS.to_owned(), choices.collect(), choose)
}
