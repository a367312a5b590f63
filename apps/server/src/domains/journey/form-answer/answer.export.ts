import { Readable } from 'node:stream';
import { type AnswerFilter, showExported } from '@parley/contract';
import { type FormDocument, fieldsOf, isAsked } from '@parley/journey';
import { recordChange } from '#platform/audit/trail.ts';
import { type CsvColumn, csvFile } from '#platform/files/csv-table.ts';
import type { Ctx } from '../../../context.ts';
import { accessForm } from '../form/form.access.ts';
import { formRecord } from '../form/form.record.ts';
import { findFormVersions } from '../form/version.repository.ts';
import { type AnswerSpan, listAnswersAfter } from './answer.repository.ts';
import { presentAnswer, readVersions, spanOf } from './answer.service.ts';

const batch = 500;
type Asked = { ctx: Ctx; formId: string; filter: AnswerFilter; span: AnswerSpan & { zone: string }; document: FormDocument };

/** Answers of a filter as a file, a page in memory at a time, with a column for each field of the form; the trail says who has taken it. */
export function exportAnswers(ctx: Ctx, formId: string, filter: AnswerFilter): Promise<{ name: string; body: Readable }> {
  return ctx.transaction(async (tx) => {
    const form = await accessForm(tx, ctx.enterpriseId, formId);
    const span = await spanOf(ctx, tx, filter);
    const [version] = await findFormVersions(tx, ctx.enterpriseId, [[formId, filter.number || form.published]]);
    recordChange(ctx, tx, { record: formRecord, id: formId, action: 'export', name: form.name });
    const asked = { ctx, formId, filter, span, document: version?.document ?? form.document };
    return { name: `${form.name}.csv`, body: Readable.from(lines(asked)) };
  });
}

type Line = ReturnType<typeof presentAnswer>;

/** Columns go by the id of their field, so that one that was renamed keeps its own. */
function columnsOf({ document, span }: Asked): CsvColumn<Line>[] {
  const [language = 'en'] = document.languages;
  return [
    { header: `Time (${span.zone})`, value: (row) => showExported(new Date(row.at), span.zone) },
    { header: 'Version', value: (row) => String(row.number) },
    { header: 'Face', value: (row) => row.faces.join(', ') },
    { header: 'Customer', value: (row) => row.customerName },
    { header: 'Stream', value: (row) => row.streamName },
    { header: 'Seconds', value: (row) => String(row.seconds) },
    ...fieldsOf(document)
      .filter((field) => isAsked(field) || field.kind === 'hidden')
      .map(({ id, label, name }) => ({
        header: label[language] || name,
        value: ({ values }: Line) => values.find(({ field }) => field === id)?.text ?? '',
      })),
  ];
}

async function* lines(asked: Asked): AsyncGenerator<string> {
  const { ctx, formId, filter, span } = asked;
  yield* csvFile(columnsOf(asked), (last: Line | undefined) =>
    ctx.read(async (tx) => {
      const rows = await listAnswersAfter(tx, ctx.enterpriseId, formId, { ...filter, span }, { after: last?.id ?? '', limit: batch });
      const versions = await readVersions(tx, ctx.enterpriseId, formId, rows);
      return rows.map((row) => presentAnswer(ctx, row, versions.get(row.number), span.zone));
    }),
  );
}
