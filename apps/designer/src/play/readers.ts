import { type Readers, readNumber } from '@parley/journey';

const days = /^(\d{4})-(\d{1,2})-(\d{1,2})$/;
const slashed = /^(\d{1,2})[./-](\d{1,2})[./-](\d{4})$/;

const iso = (year: number, month: number, day: number): string | null => {
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? date.toISOString().slice(0, 10) : null;
};

/** Numbers and days as they are written with digits. Words of languages are read by the server, where streams run. */
export const plainReaders: Readers = {
  number: (text) => readNumber(text),
  date(text) {
    const said = text.trim();
    const plain = days.exec(said);
    if (plain) {
      const day = iso(Number(plain[1]), Number(plain[2]), Number(plain[3]));
      return day === null ? null : { day };
    }
    const other = slashed.exec(said);
    if (!other) return null;
    const [first, second, year] = [Number(other[1]), Number(other[2]), Number(other[3])];
    const byDay = iso(year, second, first);
    const byMonth = iso(year, first, second);
    if (byDay !== null && byMonth !== null && byDay !== byMonth) return 'unclear';
    const day = byDay ?? byMonth;
    return day === null ? null : { day };
  },
};
