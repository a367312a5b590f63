import { endpoints } from '@parley/contract';
import { type FormDocument, fieldsOf, isAsked } from '@parley/journey';
import { defineExport, type ExportColumn, listOf } from '../../account/door.ts';
import { accessForm } from '../form/form.access.ts';
import { formRecord } from '../form/form.record.ts';
import { findFormVersions } from '../form/version.repository.ts';
import { listAnswersAfter } from './answer.repository.ts';
import { presentAnswer, readVersions, spanOf } from './answer.service.ts';

const batch = 500;
const { forms } = endpoints;
type Line = ReturnType<typeof presentAnswer>;

/** Columns go by the id of their field, so that one that was renamed keeps its own. */
function fieldColumns(document: FormDocument): ExportColumn<Line>[] {
  const [language = 'en'] = document.languages;
  return fieldsOf(document)
    .filter((field) => isAsked(field) || field.kind === 'hidden')
    .map(({ id, label, name }) => ({
      name: label[language] || name,
      value: ({ values }) => values.find(({ field }) => field === id)?.text,
    }));
}

/** Answers of a form, with a column for each of its fields. */
export const answersExport = defineExport({
  kind: 'formAnswers',
  download: forms.download,
  access: forms.answers,
  async open(ctx, { formId, ...filter }) {
    const { form, span, document } = await ctx.read(async (tx) => {
      const found = await accessForm(tx, ctx.enterpriseId, formId);
      const [version] = await findFormVersions(tx, ctx.enterpriseId, [[formId, filter.number || found.published]]);
      return { form: found, span: await spanOf(ctx, tx, filter), document: version?.document ?? found.document };
    });
    return listOf({
      name: `${form.name}.csv`,
      trail: { record: formRecord, id: formId, name: form.name },
      zone: span.zone,
      columns: [
        { head: 'Time', at: (row) => row.at },
        { head: 'Version', value: (row) => row.number },
        { head: 'Face', value: (row) => row.faces.join(', ') },
        { head: 'Customer', value: (row) => row.customerName },
        { head: 'Stream', value: (row) => row.streamName },
        { head: 'Seconds', value: (row) => row.seconds },
        ...fieldColumns(document),
      ],
      readPage: (last: Line | undefined) =>
        ctx.read(async (tx) => {
          const rows = await listAnswersAfter(tx, ctx.enterpriseId, formId, { ...filter, span }, { after: last?.id ?? '', limit: batch });
          const versions = await readVersions(tx, ctx.enterpriseId, formId, rows);
          return rows.map((row) => presentAnswer(ctx, row, versions.get(row.number), span.zone));
        }),
    });
  },
});
