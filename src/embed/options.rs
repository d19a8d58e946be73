//! Reading a host's options: each by name, each with a word on what is wrong with it.

use crate::kafka::RuleSet;
use crate::scenario::{CATALOGUE, Listed, nearest, parse_variant};
use crate::sim::Variant;
use crate::ui::{Controls, Keys, Links, Options, Theme};
use js_sys::{Array, Object};
use wasm_bindgen::{JsCast, JsValue};

/// What a host asked for, and what of it makes no sense.
pub(super) struct Request {
    pub options: Options,
    pub scenario: &'static Listed,
    pub step: usize,
    /// The second setup, if the host names one, or says that there is none.
    pub compare: Option<Option<Variant>>,
    /// Whose rules, if the host says so.
    pub rules: Option<RuleSet>,
    /// A link's fragment, if one was given.
    pub fragment: Option<String>,
    pub problems: Vec<String>,
}

/// The options there are.
const NAMES: [&str; 11] = [
    "scenario", "step", "embed", "controls", "theme", "keys", "links", "rules", "compare", "hash",
    "home",
];

/// One option's value, as it came.
struct Value(JsValue);

impl Value {
    fn text(&self) -> Option<String> {
        self.0.as_string()
    }

    /// A whole number from 0; one that is too large is the largest.
    fn count(&self) -> Option<usize> {
        if let Some(text) = self.text() {
            let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
            return digits.then(|| text.parse().unwrap_or(usize::MAX));
        }
        let number = self.0.as_f64()?;
        (number >= 0.0 && number.fract() == 0.0).then_some(number as usize)
    }

    fn switch(&self) -> Option<bool> {
        if let Some(on) = self.0.as_bool() {
            return Some(on);
        }
        match self.text().as_deref() {
            Some("true") => Some(true),
            Some("false") => Some(false),
            _ => self
                .count()
                .filter(|count| *count < 2)
                .map(|count| count == 1),
        }
    }

    /// The value in a message. JavaScript prints its own numbers: the code for it weighs more here.
    fn shown(&self) -> String {
        const SHOWN: usize = 40;
        let text = match self.0.as_f64() {
            Some(number) => js_sys::Number::from(number)
                .to_string_with_radix(10)
                .ok()
                .map(String::from),
            None => self
                .text()
                .or_else(|| self.0.as_bool().map(|on| on.to_string())),
        };
        let text = text.unwrap_or_else(|| "something else".to_owned());
        text.chars().take(SHOWN).collect()
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
        compare: None,
        rules: None,
        fragment: None,
        problems: Vec::new(),
    };
    if options.is_undefined() || options.is_null() {
        return request;
    }
    match options.dyn_ref::<Object>() {
        Some(options) => {
            for entry in Object::entries(options).iter() {
                let entry: Array = entry.unchecked_into();
                let name = entry.get(0).as_string().unwrap_or_default();
                request.take(&name, &Value(entry.get(1)));
            }
        }
        None => {
            let problem = "The options are not an object with names and values.";
            request.problems.push(problem.to_owned());
        }
    }
    request
}

impl Request {
    fn take(&mut self, name: &str, value: &Value) {
        match name {
            "scenario" => self.take_scenario(value),
            "step" => self.take_step(value),
            "embed" => {
                // What is no clear yes leaves the page as it is without the option.
                self.options.embed = self.switch(name, value).unwrap_or(false);
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
            "rules" => self.rules = self.one_of(name, value, &RuleSet::ALL, RuleSet::name),
            "compare" => match value.text() {
                Some(words) => self.take_compare(&words),
                None => self.wrong(name, value, "off, or setup words such as idempotence off"),
            },
            "hash" => match value.text() {
                Some(fragment) => self.fragment = Some(fragment).filter(|text| text.len() > 1),
                None => self.wrong(name, value, "a link's fragment, #1;..."),
            },
            "home" => match value.text() {
                Some(home) => self.options.home = Some(home),
                None => self.wrong(name, value, "the address of the full page"),
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
        let on = value.switch();
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
        let text = value.text().unwrap_or_default();
        let found = all.iter().copied().find(|each| named(*each) == text);
        if found.is_none() {
            self.wrong(name, value, &format!("one of {}", names.join(", ")));
            let problem = self.problems.last_mut();
            let meant = nearest(&value.shown(), names.iter().copied());
            if let (Some(problem), Some(meant)) = (problem, meant) {
                problem.push_str(&format!(" Did you mean \"{meant}\"?"));
            }
        }
        found
    }

    fn take_scenario(&mut self, value: &Value) {
        let id = value.shown();
        let instead = CATALOGUE[0].title();
        match value.text().and_then(|id| Listed::find(&id)) {
            Some(listed) if listed.text().is_empty() => {
                self.problems.push(format!(
                    "The text of scenario \"{id}\" was not provided: call texts(text) before \
                     mount. Here is \"{instead}\" instead."
                ));
                return;
            }
            Some(listed) => {
                self.scenario = listed;
                return;
            }
            None => {}
        }
        let ids = CATALOGUE.iter().map(|listed| listed.id);
        let meant =
            nearest(&id, ids).map_or(String::new(), |meant| format!(" Did you mean \"{meant}\"?"));
        self.problems.push(format!(
            "There is no scenario \"{id}\".{meant} Here is \"{instead}\" instead."
        ));
    }

    /// Each setting by itself, so that the good ones are kept.
    fn take_compare(&mut self, words: &str) {
        let mut variant = Variant::default();
        if words.trim() == "off" {
            self.compare = Some(None);
            return;
        }
        for setting in words.split(',') {
            let problem = match parse_variant(setting.trim()) {
                Ok(read) if read.changes().iter().all(|change| variant.add(*change)) => continue,
                Ok(read) => format!("expected no second {read}"),
                Err(error) => error.problem.to_string(),
            };
            let point = if problem.ends_with('?') { "" } else { "." };
            self.problems
                .push(format!("The option compare: {problem}{point}"));
        }
        if variant != Variant::default() {
            self.compare = Some(Some(variant));
        }
    }

    fn take_step(&mut self, value: &Value) {
        match value.count() {
            // Beyond the end it is the end.
            Some(step) => self.step = step,
            None => self.wrong("step", value, "a whole number from 0"),
        }
    }
}
