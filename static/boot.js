// @ts-check
// Starts the page: sets the theme, loads the visualiser, mounts it with the options in the address,
// and says in words what happened when that fails.
//
// A classic script, because a module would run only after the first paint, too late for the theme.
(() => {
  "use strict";

  /** @typedef {{ [name: string]: string | number | boolean }} Options */

  const THEMES = ["light", "dark", "projector"];
  const SWITCHES = ["embed", "keys", "links"];

  const options = optionsFrom(location);
  const html = document.documentElement;
  if (THEMES.includes(String(options.theme))) html.dataset.theme = String(options.theme);
  if (options.embed === true) html.dataset.embed = "";

  // The root, and the names of the files to load, stand further down in the document.
  document.addEventListener("DOMContentLoaded", start, { once: true });

  /**
   * The options of `mount`, as the address gives them: its parameters and its fragment.
   *
   * Unknown parameters go through too: `mount` names them, so that a mistyped one does not vanish.
   * Of a repeated one the last counts. The fragment beats a parameter `hash`. This page is the full
   * one unless it is told otherwise, and links lead here.
   *
   * @param {Location} address
   * @returns {Options}
   */
  function optionsFrom(address) {
    const parameters = new URLSearchParams(address.search);
    /** @type {Options} */
    const options = Object.fromEntries(
      Array.from(parameters, ([name, value]) => [name, optionFrom(name, value)]),
    );
    if (address.hash) options.hash = address.hash;
    return { embed: false, home: address.href.replace(/[?#].*/, ""), ...options };
  }

  /**
   * A parameter's value as `mount` takes it. What does not fit stays text, so that `mount` can name it.
   *
   * @param {string} name
   * @param {string} value
   */
  function optionFrom(name, value) {
    if (name === "step" && /^[0-9]+$/.test(value)) return Number(value);
    if (SWITCHES.includes(name) && /^[01]$/.test(value)) return value === "1";
    return value;
  }

  async function start() {
    const root = /** @type {HTMLElement} */ (document.getElementById("five-slots"));
    let happened = "This browser has no WebAssembly, or it is switched off.";
    let helps =
      "A current Firefox, Chrome, Edge or Safari has it. If this is one, look for a setting or an extension that switches WebAssembly off.";
    try {
      if (typeof WebAssembly !== "object") throw new Error("WebAssembly is not defined");

      happened = "A part of the visualiser could not be loaded.";
      helps = loadingHelp();
      const arriving = textFrom(address('link[type="text/plain"]'));
      const bindings = await import(address('link[rel="modulepreload"]'));
      await bindings.default({ module_or_path: address('link[type="application/wasm"]') });
      const { text, error } = await arriving;

      happened = "The visualiser was loaded but could not start.";
      bindings.texts(text);
      helps = "Load the page again without what follows ? or # in its address.";
      const handle = bindings.mount(root, options);

      // For a page on the same site that frames this one, and for the tests.
      Object.assign(window, { fiveSlots: handle });
      window.addEventListener("error", (event) => stopped(root, event.error));
      if (error) explain(root, "The other stories and the help page could not be loaded.", loadingHelp(), error);
    } catch (error) {
      explain(root, happened, helps, error);
    }
  }

  /**
   * The texts that are not in the module. The page opens without them, so that a failure is a value.
   *
   * @param {string} url
   */
  async function textFrom(url) {
    try {
      const response = await fetch(url);
      if (!response.ok) throw new Error(`${response.status} for the texts`);
      return { text: await response.text(), error: null };
    } catch (error) {
      return { text: "", error };
    }
  }

  /**
   * Trunk and finish.sh write the hashed names of the files into links; see Trunk.toml.
   *
   * @param {string} selector
   */
  function address(selector) {
    const link = /** @type {HTMLLinkElement | null} */ (document.querySelector(selector));
    if (!link) throw new Error(`the page has no ${selector}`);
    return link.href;
  }

  /** Why a file may not arrive, most particular reason first. */
  function loadingHelp() {
    if (location.protocol === "file:") {
      return "The page was opened from a folder. Browsers load its parts only from a web server: any static one will do.";
    }
    if (self.origin === "null") {
      return "The page stands in a sandboxed frame. Add allow-same-origin to the frame's sandbox, or let the server send Access-Control-Allow-Origin: * with these files.";
    }
    return "Check the connection and load the page again. If that does not help, the site may lack one of its files, or something between you and it may block them.";
  }

  /**
   * A panic leaves the module unusable: every later press would do nothing, without a word.
   *
   * @param {HTMLElement} root
   * @param {unknown} error
   */
  function stopped(root, error) {
    if (!(error instanceof WebAssembly.RuntimeError)) return;
    if (document.getElementById("five-slots-failure")) return;
    const happened = "The visualiser has stopped because of a mistake in its program.";
    explain(root, happened, "Load the page again. What you see below no longer answers.", error);
  }

  /**
   * @param {HTMLElement} root
   * @param {string} happened
   * @param {string} helps
   * @param {unknown} reason
   */
  function explain(root, happened, helps, reason) {
    const alert = document.createElement("div");
    alert.id = "five-slots-failure";
    alert.setAttribute("role", "alert");
    // In place of the words that ask to wait; above everything where these are gone.
    const loading = document.getElementById("five-slots-loading");
    if (loading) loading.replaceWith(alert);
    else root.prepend(alert);
    // Filled after it is in the page: assistive technology announces changes, not what is there.
    for (const text of [happened, helps, `Technical reason: ${reason}`]) {
      const paragraph = document.createElement("p");
      paragraph.textContent = text;
      alert.append(paragraph);
    }
    console.error(reason);
  }
})();
