// Ends the run with one plain line that a person or a program can read.

export default class Summary {
  #suite;
  #errors = 0;

  onBegin(_config, suite) {
    this.#suite = suite;
  }

  /** An error outside any test: a file that does not load, a server that does not start. */
  onError() {
    this.#errors += 1;
  }

  /** The last moment: the other reporter has written all it has to say. */
  async onExit() {
    const count = { expected: 0, unexpected: 0, flaky: 0, skipped: 0 };
    for (const test of this.#suite?.allTests() ?? []) count[test.outcome()] += 1;
    const passed = count.expected + count.flaky;
    const failed = count.unexpected + this.#errors;
    console.log(`${passed} passed, ${failed} failed${count.skipped ? `, ${count.skipped} skipped` : ""}`);
  }
}
