import { mostLinks } from '@parley/contract';
import type { Person } from './encap.queries.ts';

export type PeopleFault = { line: number; fault: 'number' | 'column' | 'tooMany' | 'unnamed' | 'twice'; text: string };

const numberPattern = /^\+[1-9]\d{6,14}$/;
const namePattern = /^[A-Za-z][A-Za-z0-9_]{0,39}$/;
const numberHeads = ['number', 'phone', 'phonenumber', 'mobile'];

/** People of pasted lines, as a spreadsheet copies them or a CSV has them: a number, a name, and values whose first line names them. */
export function readPeople(text: string): { people: Person[]; columns: string[]; faults: PeopleFault[] } {
  const lines = text.split(/\r?\n/).map((line, place) => ({ cells: cellsOf(line), line: place + 1 }));
  const filled = lines.filter(({ cells }) => cells.some((cell) => cell !== ''));
  const [first, ...rest] = filled;
  const hasHead = first !== undefined && numberHeads.includes((first.cells[0] ?? '').toLowerCase().replaceAll(/[\s_]/g, ''));
  const head = hasHead ? first.cells : ['number', 'name'];
  const columns = head.slice(2);
  const faults = columns.flatMap((column, place): PeopleFault[] => {
    const at = { line: first?.line ?? 1, text: column };
    if (!namePattern.test(column)) return [{ ...at, fault: 'column' }];
    return columns.indexOf(column) === place ? [] : [{ ...at, fault: 'twice' }];
  });
  const people: Person[] = [];
  for (const { cells, line } of hasHead ? rest : filled) {
    const [written = '', name = '', ...values] = cells;
    const number = written.replaceAll(/[\s().-]/g, '');
    if (!numberPattern.test(number)) faults.push({ line, fault: 'number', text: written });
    else if (values.slice(columns.length).some((value) => value !== '')) faults.push({ line, fault: 'unnamed', text: name });
    else
      people.push({
        number,
        name: name.slice(0, 120),
        values: Object.fromEntries(columns.flatMap((column, place) => (values[place] ? [[column, values[place]]] : []))),
      });
  }
  if (people.length > mostLinks) faults.push({ line: 0, fault: 'tooMany', text: String(people.length) });
  return { people, columns, faults };
}

/** Cells between tabs, or else semicolons or commas; a cell in quotes keeps those that it contains. */
function cellsOf(line: string): string[] {
  const between = line.includes('\t') ? '\t' : line.includes(';') ? ';' : ',';
  const cells: string[] = [];
  let cell = '';
  let isQuoted = false;
  for (let at = 0; at < line.length; at++) {
    const letter = line[at];
    if (letter === '"' && isQuoted && line[at + 1] === '"') {
      cell += '"';
      at++;
    } else if (letter === '"' && (isQuoted || cell.trim() === '')) isQuoted = !isQuoted;
    else if (letter === between && !isQuoted) {
      cells.push(cell.trim());
      cell = '';
    } else cell += letter;
  }
  return [...cells, cell.trim()];
}
