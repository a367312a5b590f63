import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** Rows of the large benches; fewer for a quick look: BENCH_ROWS=50000. */
export const rowCount = Number(process.env.BENCH_ROWS ?? 1_000_000);

const first = [
  'Asha',
  'Ravi',
  'Meera',
  'José',
  'Nina',
  'Omar',
  'Łucja',
  'Chetan',
  'Vera',
  'Dev',
  'Maya',
  'Iman',
  'Søren',
  'Kavya',
  'Tara',
  'Bela',
];
const last = [
  'Rao',
  'Kumar',
  'Iyer',
  'Ávila',
  'Kapoor',
  'Khan',
  'Nowak',
  'Das',
  'Nair',
  'Mehta',
  'Silva',
  'Okafor',
  'Berg',
  'Shah',
  'Bose',
  'Lind',
];
const cities = ['Pune', 'Mumbai', 'Goa', 'Agra', 'Delhi', 'Chennai', 'Kochi', 'Jaipur'];
const pick = <T>(list: readonly T[], index: number): T => list[index % list.length] as T;

/** A customer of the benches: names repeat as names do, and one in 5000 is called like nobody else. */
export function person(index: number) {
  const mixed = (index * 2_654_435_761) % 4_294_967_296;
  const family = index % 5000 === 17 ? `Zyx${index}` : pick(last, Math.floor(mixed / 16));
  return {
    name: `${pick(first, mixed)} ${family}`,
    // Every number once, spread over the range as numbers are: 7654321 and 90,000,000 have no divisor in common.
    number: `+919${String(100_000_000 + ((index * 7_654_321) % 90_000_000)).slice(-8)}1`,
    email: `person${index}@example.com`,
    city: pick(cities, mixed),
    plan: pick(['Gold', 'Silver', 'Basic'], mixed),
    age: 18 + (mixed % 60),
    balance: `${mixed % 10_000}.${String(index % 100).padStart(2, '0')}`,
    since: `20${String(10 + (index % 16)).padStart(2, '0')}-0${1 + (index % 9)}-1${index % 9}`,
    notes: `Met at shop ${mixed % 977}`,
  };
}

/** A CSV file of customers with six attributes. */
export async function writeCsv(file: string, count: number, indexOf: (row: number) => number, prefix = ''): Promise<void> {
  async function* lines() {
    yield 'Phone Number,Name,Email,city,plan,age,balance,since,notes\r\n';
    for (let from = 0; from < count; from += 1000) {
      let text = '';
      for (let row = from; row < Math.min(from + 1000, count); row += 1) {
        const { number, name, email, ...rest } = person(indexOf(row));
        text += `${[number, prefix ? `${prefix} ${name}` : name, email, ...Object.values(rest)].join(',')}\r\n`;
      }
      yield text;
    }
  }
  await pipeline(Readable.from(lines()), createWriteStream(file));
}
