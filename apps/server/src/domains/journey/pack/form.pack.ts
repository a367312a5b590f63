import { type FormDocument, fieldsOf, readForm } from '@parley/journey';
import { newId } from '#platform/ids.ts';
import type { Packable } from '../../../packable.ts';
import { accessForm } from '../form/form.access.ts';
import { findForm } from '../form/form.repository.ts';
import { deleteForm } from '../form-editor/form.bin.ts';
import { freeFormName, longestFormName, saveForm } from '../form-editor/form.service.ts';
import { listFormNames } from './pack.repository.ts';

type Content = { document: Omit<FormDocument, 'id' | 'name'> };
const whole = ({ document }: Content, id: string, name: string): object => ({ ...document, id, name });

export const packableForm: Packable = {
  kind: 'form',
  longestName: longestFormName,
  ref: 'form',
  rights: {
    view: ['JOURNEYS.VIEW', 'ENCAPS.VIEW'],
    create: ['JOURNEYS.CREATE', 'ENCAPS.CREATE'],
    edit: ['JOURNEYS.EDIT', 'ENCAPS.EDIT'],
    remove: ['JOURNEYS.DELETE', 'ENCAPS.DELETE'],
  },
  list: (tx, enterpriseId, filter) => listFormNames(tx, enterpriseId, { ...filter, isExact: false }),
  async pack(tx, enterpriseId, id) {
    const row = await findForm(tx, enterpriseId, id);
    if (!row) return undefined;
    const { id: _, name: __, ...document } = row.document;
    return { name: row.name, content: { document } satisfies Content };
  },
  read(given) {
    const read = readForm(whole(given as Content, newId(), 'form'));
    if (!('form' in read)) return { fault: [read.faults[0]?.path, read.faults[0]?.text].filter(Boolean).join(': ') };
    const steps = fieldsOf(read.form).map(({ label, name }) => Object.values(label)[0] || name);
    return { languages: read.form.languages, steps, tests: 0 };
  },
  findByName: async (tx, enterpriseId, { name }) => (await listFormNames(tx, enterpriseId, { name, isExact: true, limit: 1 }))[0],
  freeName: (tx, enterpriseId, { name }) => freeFormName(tx, enterpriseId, name),
  async create(ctx, _tx, { name, content }) {
    const saved = await saveForm(ctx, { id: '', name, language: 'en', copyOf: '', document: whole(content as Content, newId(), name) });
    return saved.id;
  },
  async change(ctx, tx, id, content) {
    const { name, version } = await accessForm(tx, ctx.enterpriseId, id);
    await saveForm(ctx, { id, name, language: 'en', copyOf: '', document: whole(content as Content, id, name), version });
  },
  remove: deleteForm,
  // The form's own deletion names the streams, and counts who fills it in.
  liveUses: async (tx, enterpriseId, id) => {
    const { name, pageCode } = await accessForm(tx, enterpriseId, id);
    return pageCode === null ? [] : [`form ${name}, whose page is open`];
  },
};
