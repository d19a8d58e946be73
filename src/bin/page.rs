//! The page's module: the library, and nothing else.
//!
//! A program of its own, because a library keeps whatever another crate might call. Of a program
//! the compiler knows all callers, and a twentieth of the module less remains.

#![cfg_attr(target_arch = "wasm32", no_main)]

#[cfg(target_arch = "wasm32")]
use five_slots as _;

/// Only a page can do something with it.
#[cfg(not(target_arch = "wasm32"))]
fn main() {
    eprintln!("five-slots is the page's module: see ./dev build. The tool is called trace.");
}
