//! `html!` and `classes!`, in place of yew's macros of these names: the same notation, as far as
//! the page uses it, and the same nodes of yew's.
//!
//! Yew's `html!` becomes the code that builds each element, and every one of three hundred has its
//! own. This one becomes a short text, which is read when the page is drawn, and a list of what its
//! places are filled with.

mod draw;
mod fill;

pub(super) use draw::{Each, Holes, is_nested};
pub(super) use fill::{Classes, Fill};
pub(super) use yew::events::{Event, InputEvent, KeyboardEvent, MouseEvent};
pub(super) use yew::{Callback, Html, TargetCast};

/// Nodes from elements, `{ text or node }`, `{ for several }`, and `if` with or without `else`.
/// An element has attributes `name="literal"`, `name={value}` and, for a value of its own name,
/// `{name}`. A value that is `None` leaves its attribute out.
macro_rules! html {
    ($($markup:tt)*) => { $crate::ui::markup::parts!([done] [] [] [] $($markup)*) };
}

/// Reads what is left, after how it ends, the text, what fills its places, and its tags.
macro_rules! parts {
    // The end.
    ([$end:ident] [$($text:tt)*] [$({ $($hole:tt)* })*] [$($tag:tt)*]) => {{
        const { assert!($crate::ui::markup::is_nested(concat!($($tag)*))) };
        #[allow(unused_mut)]
        let mut holes = $crate::ui::markup::Holes::new(concat!($($text)*));
        $($crate::ui::markup::Fill::fill($($hole)*, &mut holes);)*
        holes.$end()
    }};

    // Tags.
    ($end:tt [$($text:tt)*] $holes:tt [$($tag:tt)*] <> $($rest:tt)*) => {
        $crate::ui::markup::parts!($end [$($text)* "\x01",] $holes [$($tag)* "<",] $($rest)*)
    };
    ($end:tt [$($text:tt)*] $holes:tt [$($tag:tt)*] </> $($rest:tt)*) => {
        $crate::ui::markup::parts!($end [$($text)* "\x02",] $holes [$($tag)* ">",] $($rest)*)
    };
    ($end:tt [$($text:tt)*] $holes:tt [$($tag:tt)*] </$name:ident> $($rest:tt)*) => {
        $crate::ui::markup::parts!(
            $end [$($text)* "\x02",] $holes [$($tag)* ">", stringify!($name),] $($rest)*
        )
    };
    ($end:tt [$($text:tt)*] $holes:tt $tag:tt <$name:ident $($rest:tt)*) => {
        $crate::ui::markup::parts!(
            @$name $end [$($text)* "\x01", stringify!($name),] $holes $tag $($rest)*
        )
    };

    // Attributes of a tag.
    (@$name:ident $end:tt $text:tt $holes:tt [$($tag:tt)*] > $($rest:tt)*) => {
        $crate::ui::markup::parts!(
            $end $text $holes [$($tag)* "<", stringify!($name),] $($rest)*
        )
    };
    (@$name:ident $end:tt [$($text:tt)*] $holes:tt $tag:tt /> $($rest:tt)*) => {
        $crate::ui::markup::parts!($end [$($text)* "\x02",] $holes $tag $($rest)*)
    };
    (
        @$name:ident $end:tt [$($text:tt)*] [$($hole:tt)*] $tag:tt
        { $attribute:ident } $($rest:tt)*
    ) => {
        $crate::ui::markup::parts!(
            @$name $end [$($text)* "\x03", stringify!($attribute), "\x06",]
            [$($hole)* { $attribute }] $tag $($rest)*
        )
    };
    (
        @$name:ident $end:tt [$($text:tt)*] [$($hole:tt)*] $tag:tt
        $first:ident $(-$more:ident)* = { $($value:tt)* } $($rest:tt)*
    ) => {
        $crate::ui::markup::parts!(
            @$name $end [$($text)* "\x03", stringify!($first), $("-", stringify!($more),)* "\x06",]
            [$($hole)* { $($value)* }] $tag $($rest)*
        )
    };
    (
        @$name:ident $end:tt [$($text:tt)*] $holes:tt $tag:tt
        $first:ident $(-$more:ident)* = $value:literal $($rest:tt)*
    ) => {
        $crate::ui::markup::parts!(
            @$name $end
            [$($text)* "\x03", stringify!($first), $("-", stringify!($more),)* "\x04", $value,]
            $holes $tag $($rest)*
        )
    };

    // Children.
    ($end:tt [$($text:tt)*] $holes:tt $tag:tt { $literal:literal } $($rest:tt)*) => {
        $crate::ui::markup::parts!($end [$($text)* "\x05", $literal,] $holes $tag $($rest)*)
    };
    ($end:tt [$($text:tt)*] [$($hole:tt)*] $tag:tt { for $($each:tt)* } $($rest:tt)*) => {
        $crate::ui::markup::parts!(
            $end [$($text)* "\x06",]
            [$($hole)* { $crate::ui::markup::Each($($each)*) }] $tag $($rest)*
        )
    };
    ($end:tt [$($text:tt)*] [$($hole:tt)*] $tag:tt { $($value:tt)* } $($rest:tt)*) => {
        $crate::ui::markup::parts!(
            $end [$($text)* "\x06",] [$($hole)* { { $($value)* } }] $tag $($rest)*
        )
    };
    ($end:tt [$($text:tt)*] $holes:tt $tag:tt if $($rest:tt)*) => {
        $crate::ui::markup::parts!(? [] [] $end [$($text)* "\x06",] $holes $tag $($rest)*)
    };

    // What stands under a condition: those before it, and what was read of this one.
    (
        ? [$($before:tt)*] [$($if:tt)*] $end:tt $text:tt $holes:tt $tag:tt
        { $($then:tt)* } else if $($rest:tt)*
    ) => {
        $crate::ui::markup::parts!(
            ? [
                $($before)* if $($if)* { $crate::ui::markup::parts!([list] [] [] [] $($then)*) }
                else
            ]
            [] $end $text $holes $tag $($rest)*
        )
    };
    (
        ? [$($before:tt)*] [$($if:tt)*] $end:tt $text:tt [$($hole:tt)*] $tag:tt
        { $($then:tt)* } else { $($else:tt)* } $($rest:tt)*
    ) => {
        $crate::ui::markup::parts!(
            $end $text [$($hole)* {
                $($before)* if $($if)* { $crate::ui::markup::parts!([list] [] [] [] $($then)*) }
                else { $crate::ui::markup::parts!([list] [] [] [] $($else)*) }
            }] $tag $($rest)*
        )
    };
    (? $before:tt $if:tt $end:tt $text:tt $holes:tt $tag:tt { $($then:tt)* } $($rest:tt)*) => {
        $crate::ui::markup::parts!(
            ? $before $if $end $text $holes $tag { $($then)* } else {} $($rest)*
        )
    };
    (? $before:tt [$($if:tt)*] $end:tt $text:tt $holes:tt $tag:tt $next:tt $($rest:tt)*) => {
        $crate::ui::markup::parts!(
            ? $before [$($if)* $next] $end $text $holes $tag $($rest)*
        )
    };
}

/// Class names, one after the other: texts, and options of them.
macro_rules! classes {
    ($($class:expr),* $(,)?) => {{
        let mut classes = $crate::ui::markup::Classes::new();
        $(classes.add($class);)*
        classes
    }};
}

pub(super) use {classes, html, parts};
