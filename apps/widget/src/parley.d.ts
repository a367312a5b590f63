/** Types of the chat widget's interface on the page: `parley(command, …)`. Served at /widget/parley.d.ts. */

export type ParleyValues = Record<string, string | number | boolean>;

export type ParleyEvents = {
  /** The widget is on the page. A listener that comes later is called at once. */
  ready: Record<string, never>;
  /** The panel was opened. */
  open: Record<string, never>;
  /** The panel was closed. */
  close: Record<string, never>;
  /** A message has come, or the visitor's own has arrived. */
  message: { author: 'visitor' | 'agent' | 'bot'; name: string; text: string; at: string };
  /** The number of unread messages is another. */
  unread: { count: number };
  /** The visitor has rated a chat. */
  rated: { chatId: string };
  /** A rule of the website speaks to the visitor. */
  offer: { text: string };
};

export interface Parley {
  /** Says who the visitor is, by a JWT that your server has signed. */
  (command: 'identify', token: string): void;
  /** Tells values about the visitor. Nobody has proved them: agents see them marked, and they overwrite nothing. */
  (command: 'set', values: ParleyValues): void;
  /** Tells that something has happened. */
  (command: 'track', name: string, values?: ParleyValues): void;
  (command: 'open' | 'close'): void;
  /** Shows or hides the whole widget with its button. */
  (command: 'show' | 'hide'): void;
  <E extends keyof ParleyEvents>(command: 'on' | 'off', event: E, listener: (data: ParleyEvents[E]) => void): void;
  /** Ends this visitor: call it when somebody signs out. */
  (command: 'reset'): void;
  /** The language of the widget's own words, such as `de`. */
  (command: 'language', code: string): void;
  /** Puts words into the field; the visitor sends them. */
  (command: 'prefill', text: string): void;
  /** Sends words in the visitor's name. */
  (command: 'message', text: string): void;
}

declare global {
  interface Window {
    parley: Parley & { q?: ArrayLike<unknown>[] };
  }
  const parley: Parley;
}
