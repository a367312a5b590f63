/** Place of a draft that lies in the field. @property base what stood there before it @property laid what stands there with it */
export type Cycle = { base: string; laid: string; place: number };

/** Words of the writer stay: a draft is laid behind them. */
const lay = (base: string, text: string): string => (base.trim() === '' ? text : `${base.trimEnd()}\n${text}`);

/**
 * Lays the next draft into the field. While what was laid stands there unchanged, it makes room for the next; words that were typed since
 * begin anew.
 */
export function layNext(text: string, drafts: readonly string[], before: Cycle | undefined): Cycle | undefined {
  if (drafts.length === 0) return undefined;
  const goesOn = before !== undefined && before.laid === text;
  const place = goesOn ? (before.place + 1) % drafts.length : 0;
  return layAt(text, drafts, place, before);
}

/** The same with the draft of a place. */
export function layAt(text: string, drafts: readonly string[], place: number, before: Cycle | undefined): Cycle | undefined {
  const draft = drafts[place];
  if (draft === undefined) return undefined;
  const base = before?.laid === text ? before.base : text;
  return { base, laid: lay(base, draft), place };
}
