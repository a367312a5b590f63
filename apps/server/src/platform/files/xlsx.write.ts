import writeWorkbook from 'write-excel-file/node';

/** A table as a workbook of one sheet, in base64: what passes between processes is JSON. The first row is the head. */
export default async function writeTable({ rows }: { rows: string[][] }): Promise<string> {
  const cells = rows.map((row, index) =>
    row.map((value) => ({ type: String, value, ...(index === 0 ? { fontWeight: 'bold' as const } : {}) })),
  );
  const columns = (rows[0] ?? []).map((name) => ({ width: name === 'phrase' || name === 'response' ? 60 : 24 }));
  return (await writeWorkbook(cells, { columns, stickyRowsCount: 1 }).toBuffer()).toString('base64');
}
