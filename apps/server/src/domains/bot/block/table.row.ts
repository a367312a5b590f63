/** A row with the names of its columns, so that it says everything by itself; without names, its first cell names the others. */
export function writeRow(cells: readonly string[], header: readonly string[]): string {
  const told = cells.map((cell, column) => ({ cell, name: header[column] ?? '' })).filter(({ cell }) => cell !== '');
  if (told.every(({ name }) => name === '')) {
    const [first = '', ...rest] = told.map(({ cell }) => cell);
    return rest.length === 0 ? first : `${first}: ${rest.join('; ')}`;
  }
  return told.map(({ cell, name }) => (name === '' ? cell : `${name}: ${cell}`)).join('; ');
}
