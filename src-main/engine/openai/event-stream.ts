/**
 * Reads server-sent events (WHATWG HTML, section 9.2.6) from bytes as they come, in pieces of any size. Only the data
 * of events matters here: OpenAI's protocol uses no names, no ids and no reconnection times.
 */

export class EventStreamReader {
  readonly #decoder = new TextDecoder();
  #line = '';
  /** A piece ended in CR: an LF that begins the next one belongs to the same line end. */
  #afterReturn = false;
  #data: string[] = [];

  /** @returns the data of the events that are complete with these bytes, in order */
  feed(bytes: Uint8Array): readonly string[] {
    const events: string[] = [];
    let text = this.#decoder.decode(bytes, { stream: true });
    if (text === '') return events;
    if (this.#afterReturn && text.startsWith('\n')) text = text.slice(1);
    this.#afterReturn = text.endsWith('\r');
    const lines = text.split(/\r\n|\r|\n/);
    const last = lines.pop() ?? '';
    for (const line of lines) {
      this.#take(this.#line + line, events);
      this.#line = '';
    }
    this.#line += last;
    return events;
  }

  /** True where an event has begun that no empty line has ended: the stream broke off in it. */
  get unfinished(): boolean {
    return this.#line !== '' || this.#data.length > 0;
  }

  #take(line: string, events: string[]): void {
    if (line === '') {
      if (this.#data.length > 0) events.push(this.#data.join('\n'));
      this.#data = [];
      return;
    }
    // A line that begins with a colon is a comment: servers send them so that the connection is not taken for dead.
    const [, name, value] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? [];
    if (name === 'data') this.#data.push(value ?? '');
  }
}
