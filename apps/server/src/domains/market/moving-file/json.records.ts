import { StringDecoder } from 'node:string_decoder';

/** One record of a file as text; undefined where it was larger than is read. @property number its place in the file, from 1 */
export type JsonRecord = { number: number; text: string | undefined };
/** The end of a file. @property isCutOff it ends within a record or a list */
export type JsonEnd = { isCutOff: boolean };

/** A conversation with many thousands of messages has some megabytes. */
export const longestRecord = 16 * 1024 ** 2;
/** Names under which products answer the list of their records. */
const lists = new Set([
  ...['payload', 'data', 'results', 'conversations', 'tickets', 'users', 'contacts', 'subscribers', 'messages', 'comments', 'labels'],
  ...['canned_responses', 'agents', 'admins', 'inboxes', 'teams', 'groups', 'lists', 'tags'],
]);
/** Names of objects that hold such a list, and the one whose values are the records. */
const holders = new Set(['data', 'payload']);
const keyed = 'contacts';

const quote = 34;
const backslash = 92;
const colon = 58;
const isOpening = (code: number) => code === 123 || code === 91;
const isClosing = (code: number) => code === 125 || code === 93;

/**
 * Cuts a JSON document of any size into the records of its list: a bare array, an object that names one, or one record alone. It holds one
 * record at a time.
 */
class DocumentCutter {
  readonly #found: JsonRecord[] = [];
  #number = 0;
  /** Open levels above the records. */
  readonly #levels: { holdsRecords: boolean; isArray: boolean }[] = [];
  #key = '';
  /** A value within a level is being passed: a record, or what is skipped. */
  #depth = 0;
  #isRecord = false;
  #inString = false;
  #isEscaped = false;
  #pieces: string[] = [];
  #length = 0;
  /** The document's own object, until a list is found in it: it may be the one record. */
  #root: { pieces: string[]; length: number } | undefined;
  #string: string | undefined;
  #begun = false;
  /** The document's own object has an id: it is a record, and lists in it are its own. */
  #hasId = false;

  push(text: string): JsonRecord[] {
    this.#found.length = 0;
    let from = 0;
    let at = 0;
    while (at < text.length) {
      if (this.#depth > 0) {
        at = this.#pass(text, at);
        if (this.#depth === 0) {
          this.#keep(text.slice(from, at));
          this.#close();
          from = at;
        }
        continue;
      }
      at = this.#step(text, at, () => {
        from = at;
      });
    }
    if (this.#depth > 0) this.#keep(text.slice(from));
    if (this.#root) this.#root = this.#grow(this.#root, text);
    return [...this.#found];
  }

  end(): JsonEnd {
    return { isCutOff: this.#depth > 0 || this.#levels.length > 0 || !this.#begun };
  }

  #grow(root: { pieces: string[]; length: number }, text: string) {
    if (root.length + text.length > longestRecord) return undefined;
    root.pieces.push(text);
    root.length += text.length;
    return root;
  }

  #keep(piece: string): void {
    if (!this.#isRecord) return;
    this.#length += piece.length;
    if (this.#length <= longestRecord) this.#pieces.push(piece);
    else this.#pieces.length = 0;
  }

  #close(): void {
    if (this.#isRecord) {
      this.#number += 1;
      this.#found.push({ number: this.#number, text: this.#length <= longestRecord ? this.#pieces.join('') : undefined });
    }
    this.#pieces = [];
    this.#length = 0;
  }

  /** Passes a value to its end. */
  #pass(text: string, start: number): number {
    let at = start;
    for (; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      if (this.#inString) {
        if (this.#isEscaped) this.#isEscaped = false;
        else if (code === backslash) this.#isEscaped = true;
        else if (code === quote) this.#inString = false;
      } else if (code === quote) this.#inString = true;
      else if (isOpening(code)) this.#depth += 1;
      else if (isClosing(code)) {
        this.#depth -= 1;
        if (this.#depth === 0) return at + 1;
      }
    }
    return at;
  }

  /** One sign between records: a name, the begin of a value, or the end of a level. */
  #step(text: string, at: number, begin: () => void): number {
    const code = text.charCodeAt(at);
    if (this.#string !== undefined) {
      if (this.#isEscaped) this.#isEscaped = false;
      else if (code === backslash) this.#isEscaped = true;
      else if (code === quote) {
        this.#key = this.#string;
        this.#string = undefined;
        return at + 1;
      }
      if (this.#string.length < 100) this.#string += text[at];
      return at + 1;
    }
    if (code === quote) this.#string = '';
    else if (code === colon) this.#hasId ||= this.#levels.length === 1 && (this.#key === 'id' || this.#key === 'uuid');
    else if (isOpening(code)) {
      begin();
      this.#open(code === 91);
    } else if (isClosing(code)) {
      this.#levels.pop();
      if (this.#levels.length === 0 && this.#root) {
        const { pieces } = this.#root;
        this.#number += 1;
        this.#found.push({ number: this.#number, text: [...pieces, text.slice(0, at + 1)].join('').trim() });
        this.#root = undefined;
      }
    }
    return at + 1;
  }

  #open(isArray: boolean): void {
    const level = this.#levels.at(-1);
    this.#begun = true;
    if (!level) {
      this.#levels.push({ holdsRecords: isArray, isArray });
      if (!isArray) this.#root = { pieces: [], length: 0 };
      return;
    }
    if (level.holdsRecords) {
      this.#isRecord = true;
      this.#depth = 1;
      return;
    }
    const isList = isArray ? lists.has(this.#key) : this.#key === keyed;
    if (this.#levels.length <= 2 && (isList || (!isArray && holders.has(this.#key))) && !(this.#hasId && this.#levels.length === 1)) {
      this.#levels.push({ holdsRecords: isList, isArray });
      this.#root = undefined;
      return;
    }
    this.#isRecord = false;
    this.#depth = 1;
  }
}

/** Cuts lines of JSON. */
class LineCutter {
  #number = 0;
  #rest = '';
  #isTooLong = false;

  push(text: string): JsonRecord[] {
    const found: JsonRecord[] = [];
    let from = 0;
    for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', from)) {
      this.#end(this.#rest + text.slice(from, at), found);
      this.#rest = '';
      from = at + 1;
    }
    if (this.#rest.length + text.length - from > longestRecord) {
      this.#isTooLong = true;
      this.#rest = '';
    } else if (!this.#isTooLong) this.#rest += text.slice(from);
    return found;
  }

  #end(line: string, found: JsonRecord[]): void {
    this.#number += 1;
    if (this.#isTooLong) found.push({ number: this.#number, text: undefined });
    else if (line.trim() !== '') found.push({ number: this.#number, text: line });
    this.#isTooLong = false;
  }

  /** A last line without its end counts, if it is whole. */
  last(): JsonRecord[] {
    const found: JsonRecord[] = [];
    if (this.#rest.trim() !== '' || this.#isTooLong) this.#end(this.#rest, found);
    return found;
  }
}

const isWhole = (line: string): boolean => {
  try {
    return typeof JSON.parse(line) === 'object';
  } catch {
    return false;
  }
};

/** A first line that is a whole object, with another object behind it, is a file of lines. */
function isOfLines(head: string): boolean {
  const end = head.indexOf('\n');
  if (end === -1) return false;
  const rest = head.slice(end + 1).trimStart();
  return head.trimStart().startsWith('{') && isWhole(head.slice(0, end)) && rest.startsWith('{');
}

const mostHead = longestRecord;

/** The decoder of a text by its first bytes. */
function decoderOf(first: Buffer): (chunk: Buffer) => string {
  if ((first[0] === 0xff && first[1] === 0xfe) || (first[0] === 0xfe && first[1] === 0xff)) {
    const decoder = new TextDecoder(first[0] === 0xff ? 'utf-16le' : 'utf-16be');
    return (chunk) => decoder.decode(chunk, { stream: true });
  }
  const decoder = new StringDecoder('utf8');
  return (chunk) => decoder.write(chunk);
}

/** Reads records of JSON in whichever of both forms, group by group. @returns how it ended */
export async function* readJson(chunks: AsyncIterable<Buffer>, isLines: boolean): AsyncGenerator<JsonRecord[], JsonEnd> {
  let head: string | undefined = '';
  let cutter: DocumentCutter | LineCutter | undefined;
  let decode: ((chunk: Buffer) => string) | undefined;
  for await (const chunk of chunks) {
    decode ??= decoderOf(chunk);
    let text = decode(chunk);
    if (head !== undefined) {
      head += text;
      // A line of many megabytes is no reason to hold the file.
      const end = head.indexOf('\n');
      const isKnown = isLines || head.trimStart().startsWith('[') || (end !== -1 && head.slice(end + 1).trim() !== '');
      if (!isKnown && head.length < mostHead) continue;
      text = head.replace(/^\ufeff/, '');
      cutter = isLines || isOfLines(text) ? new LineCutter() : new DocumentCutter();
      head = undefined;
    }
    const found = cutter?.push(text) ?? [];
    if (found.length > 0) yield found;
  }
  if (head !== undefined) {
    const text = head.replace(/^\ufeff/, '');
    if (text.trim() === '') return { isCutOff: false };
    cutter = new DocumentCutter();
    const found = cutter.push(text);
    if (found.length > 0) yield found;
  }
  if (cutter instanceof LineCutter) {
    const last = cutter.last();
    const [record] = last;
    if (record?.text !== undefined && !isWhole(record.text)) return { isCutOff: true };
    if (last.length > 0) yield last;
    return { isCutOff: false };
  }
  return cutter?.end() ?? { isCutOff: false };
}
