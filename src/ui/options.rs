//! What a host page may ask for. The URL's parameters are these options.

/// Options of one mounted page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// Compact chrome, no header, no writes to the URL.
    pub embed: bool,
    /// How much the reader may do.
    pub controls: Controls,
    /// The palette.
    pub theme: Theme,
    /// Whether keys do anything.
    pub keys: Keys,
    /// Whether anything leads out of the frame.
    pub links: Links,
    /// The address of the full page, for links; without it, the page that this one is on.
    pub home: Option<String>,
}

/// How much the reader may do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Controls {
    /// Everything.
    #[default]
    Full,
    /// Back, Next and the scrubber.
    Step,
    /// Nothing: the picture and its caption.
    None,
}

/// A palette.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Theme {
    /// Light or dark, as the reader's system has it.
    #[default]
    Auto,
    /// Light.
    Light,
    /// Dark.
    Dark,
    /// Light, with more contrast and thicker lines.
    Projector,
}

/// Whether keys do anything.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Keys {
    /// They do.
    #[default]
    On,
    /// They do not.
    Off,
}

/// Whether anything leads out of the frame.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Links {
    /// Links can be copied.
    #[default]
    On,
    /// No Copy link, nothing that leaves the frame.
    Off,
}

impl Controls {
    /// All, in the order of the documentation.
    pub const ALL: [Self; 3] = [Self::Full, Self::Step, Self::None];

    /// Its name in options.
    pub fn name(self) -> &'static str {
        match self {
            Self::Full => "full",
            Self::Step => "step",
            Self::None => "none",
        }
    }
}

impl Theme {
    /// All, in the order of the page's menu.
    pub const ALL: [Self; 4] = [Self::Auto, Self::Light, Self::Dark, Self::Projector];

    /// Its name in options.
    pub fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Light => "light",
            Self::Dark => "dark",
            Self::Projector => "projector",
        }
    }
}
