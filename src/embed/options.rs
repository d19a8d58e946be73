//! Reading a host's options: each by name, each with a word on what is wrong with it.

use crate::kafka::RuleSet;
use crate::scenario::{CATALOGUE, Listed, nearest};
use crate::ui::{Controls, Keys, Links, Options, Theme};
use serde::Deserialize;
use serde::de::IgnoredAny;
use std::collections::BTreeMap;
use wasm_bindgen::JsValue;

/// What a host asked for, and what of it makes no sense.
pub(super) struct Request {
    pub options: Options,
    pub scenario: &'static Listed,
    pub step: usize,
    /// A link's fragment, if one was given.
    pub fragment: Option<String>,
    pub problems: Vec<String>,
}

/// The options there are.
const NAMES: [&str; 10] = [
    "scenario", "step", "embed", "controls", "theme", "keys", "links", "rules", "hash", "home",
];

/// One option's value.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum Value {
    Switch(bool),
    Number(f64),
    Text(String),
    Other(IgnoredAny),
}

impl Value {
    fn shown(&self) -> String {
        const SHOWN: usize = 40;
        match self {
            Self::Switch(on) => on.to_string(),
            Self::Number(number) => number.to_string(),
            Self::Text(text) => text.chars().take(SHOWN).collect(),
            Self::Other(_) => "something else".to_owned(),
        }
    }
}

/// Reads a plain object. Nothing in it makes this fail.
pub(super) fn read(options: &JsValue) -> Request {
    let mut request = Request {
        options: Options {
            embed: true,
            ..Options::default()
        },
        scenario: &CATALOGUE[0],
        step: 0,
        fragment: None,
        problems: Vec::new(),
    };
    if options.is_undefined() || options.is_null() {
        return request;
    }
    match serde_wasm_bindgen::from_value::<BTreeMap<String, Value>>(options.clone()) {
        Ok(values) => {
            for (name, value) in &values {
                request.take(name, value);
            }
        }
        Err(_) => request
            .problems
            .push("The options are not an object with names and values.".to_owned()),
    }
    request
}

impl Request {
    fn take(&mut self, name: &str, value: &Value) {
        match name {
            "scenario" => self.take_scenario(value),
            "step" => self.take_step(value),
            "embed" => {
                if let Some(on) = self.switch(name, value) {
                    self.options.embed = on;
                }
            }
            "keys" => {
                if let Some(on) = self.switch(name, value) {
                    self.options.keys = if on { Keys::On } else { Keys::Off };
                }
            }
            "links" => {
                if let Some(on) = self.switch(name, value) {
                    self.options.links = if on { Links::On } else { Links::Off };
                }
            }
            "controls" => {
                if let Some(controls) = self.one_of(name, value, &Controls::ALL, Controls::name) {
                    self.options.controls = controls;
                }
            }
            "theme" => {
                if let Some(theme) = self.one_of(name, value, &Theme::ALL, Theme::name) {
                    self.options.theme = theme;
                }
            }
            // There is one rule set so far, so that naming it changes nothing.
            "rules" => drop(self.one_of(name, value, &RuleSet::ALL, RuleSet::name)),
            "hash" => match value {
                Value::Text(fragment) if fragment.len() > 1 => {
                    self.fragment = Some(fragment.clone())
                }
                Value::Text(_) => {}
                _ => self.wrong(name, value, "a link's fragment, #1;..."),
            },
            "home" => match value {
                Value::Text(home) => self.options.home = Some(home.clone()),
                _ => self.wrong(name, value, "the address of the full page"),
            },
            _ => self.unknown(name),
        }
    }

    fn unknown(&mut self, name: &str) {
        let shown: String = name.chars().take(40).collect();
        let known = match nearest(name, NAMES) {
            Some(meant) => format!("Did you mean \"{meant}\"?"),
            None => format!("Known: {}.", NAMES.join(", ")),
        };
        self.problems
            .push(format!("There is no option \"{shown}\". {known}"));
    }

    fn wrong(&mut self, name: &str, value: &Value, expected: &str) {
        let found = value.shown();
        self.problems.push(format!(
            "The option {name} is \"{found}\", expected {expected}."
        ));
    }

    fn switch(&mut self, name: &str, value: &Value) -> Option<bool> {
        let on = match value {
            Value::Switch(on) => Some(*on),
            Value::Number(number) if *number == 0.0 || *number == 1.0 => Some(*number == 1.0),
            Value::Text(text) => match text.as_str() {
                "1" | "true" => Some(true),
                "0" | "false" => Some(false),
                _ => None,
            },
            _ => None,
        };
        if on.is_none() {
            self.wrong(name, value, "1 or 0");
        }
        on
    }

    fn one_of<T: Copy>(
        &mut self,
        name: &str,
        value: &Value,
        all: &[T],
        named: fn(T) -> &'static str,
    ) -> Option<T> {
        let names: Vec<&str> = all.iter().map(|each| named(*each)).collect();
        let found = match value {
            Value::Text(text) => all.iter().copied().find(|each| named(*each) == text),
            _ => None,
        };
        if found.is_none() {
            let meant = nearest(&value.shown(), names.iter().copied());
            let meant = meant.map_or(String::new(), |meant| format!("; did you mean {meant}?"));
            self.wrong(name, value, &format!("one of {}{meant}", names.join(", ")));
        }
        found
    }

    fn take_scenario(&mut self, value: &Value) {
        let found = match value {
            Value::Text(id) => Listed::find(id),
            _ => None,
        };
        if let Some(listed) = found {
            self.scenario = listed;
            return;
        }
        let id = value.shown();
        let ids = CATALOGUE.iter().map(|listed| listed.id);
        let meant =
            nearest(&id, ids).map_or(String::new(), |meant| format!(" Did you mean \"{meant}\"?"));
        let instead = CATALOGUE[0].title();
        self.problems.push(format!(
            "There is no scenario \"{id}\".{meant} Here is \"{instead}\" instead."
        ));
    }

    fn take_step(&mut self, value: &Value) {
        let number = match value {
            Value::Number(number) => Some(*number),
            Value::Text(text) => text.parse().ok(),
            _ => None,
        };
        match number.filter(|number| *number >= 0.0 && number.fract() == 0.0) {
            // Beyond the end it is the end.
            Some(step) => self.step = step as usize,
            None => self.wrong("step", value, "a whole number from 0"),
        }
    }
}
