/** Array literals of long lists: the driver reads and escapes each element, which costs more than the statement saves. */
const literal = <T>(rows: readonly T[], toText: (row: T) => string): string => `{${rows.map(toText).join(',')}}`;

/** @param rows whose ids are UUIDs: nothing is escaped */
export const uuids = <T>(rows: readonly T[], idOf: (row: T) => string): string => literal(rows, idOf);

export const times = <T>(rows: readonly T[], timeOf: (row: T) => Date): string => literal(rows, (row) => timeOf(row).toISOString());

const special = /["\\]/;
const quoted = (text: string): string => `"${special.test(text) ? text.replaceAll('\\', '\\\\').replaceAll('"', '\\"') : text}"`;

export const texts = <T>(rows: readonly T[], textOf: (row: T) => string | null): string =>
  literal(rows, (row) => {
    const text = textOf(row);
    return text === null ? 'null' : quoted(text);
  });
