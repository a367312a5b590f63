import { TemplateComponent, TemplateExtra, templateCategories, templateFaults, templateKindOf, z } from '@parley/contract';
import { findFreeName } from '#platform/bin/free-name.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import type { Packable } from '../../../packable.ts';
import { isDraft } from '../template/template.bin.ts';
import {
  accessTemplate,
  accessTemplateChannel,
  findTemplateByName,
  listTemplateRows,
  type TemplateRow,
} from '../template/template.repository.ts';
import { createTemplate, updateTemplateContent } from '../template/template.service.ts';
import { deleteTemplateHere } from './template.submit.ts';

const Content = z.strictObject({
  channelType: z.number().int(),
  category: z.enum(templateCategories),
  language: z.string().regex(/^[a-zA-Z_]{2,10}$/),
  components: z.array(TemplateComponent).max(20),
  extra: TemplateExtra,
});
type Content = z.infer<typeof Content>;

/** Samples lie in the library of whoever wrote it, and ids of registrations are theirs. */
function withoutOwn(components: readonly TemplateComponent[]): TemplateComponent[] {
  return components.map((component): TemplateComponent => {
    if (component.type === 'HEADER') return { ...component, fileId: '' };
    if (component.type !== 'CAROUSEL') return component;
    return { ...component, cards: component.cards.map((card) => ({ ...card, header: { ...card.header, fileId: '' } })) };
  });
}

const toContent = (row: TemplateRow): Content => ({
  channelType: row.channelType,
  category: row.category,
  language: row.language,
  components: withoutOwn(row.components),
  extra: { ...row.extra, senderId: '', principalEntityId: '', registeredTemplateId: '' },
});

const allTypes = [...new Set(Array.from({ length: 20 }, (_, type) => type).filter((type) => templateKindOf(type) !== undefined))];
const longestName = 512;

export const packableTemplate: Packable = {
  kind: 'template',
  longestName,
  ref: 'template',
  rights: {
    view: ['MSG_TEMPLATES.VIEW'],
    create: ['MSG_TEMPLATES.CREATE'],
    edit: ['MSG_TEMPLATES.EDIT'],
    remove: ['MSG_TEMPLATES.DELETE'],
  },
  async list(tx, enterpriseId, { name, limit }) {
    const filter = { channelId: '', status: '', category: '', language: '', types: allTypes, from: 0 };
    const rows = await listTemplateRows(tx, enterpriseId, { ...filter, name, limit });
    return rows.map((row) => ({ id: row.templateId, name: `${row.name} · ${row.language}` }));
  },
  async pack(tx, enterpriseId, id) {
    const row = await accessTemplate(tx, enterpriseId, id).catch((error: unknown) => {
      if (error instanceof DomainError && error.code === 'template.not_found') return undefined;
      throw error;
    });
    return row && { name: row.name, content: toContent(row) };
  },
  read(given) {
    const read = Content.safeParse(given);
    if (!read.success) return { fault: [read.error.issues[0]?.path.join('.'), read.error.issues[0]?.message].filter(Boolean).join(': ') };
    const { channelType, category, components, extra, language } = read.data;
    const kind = templateKindOf(channelType);
    if (!kind) return { fault: 'Channels of its type have no templates.' };
    const [fault] = templateFaults({ kind, name: 'packed', category, components, extra }).filter(({ isMissing }) => !isMissing);
    if (fault) return { fault: `${fault.field}: ${fault.message}` };
    const steps = components.flatMap((component) => ('text' in component && component.text !== '' ? [component.text] : []));
    return { languages: [language], steps, tests: 0 };
  },
  channelTypeOf: (content) => (content as Content).channelType,
  async findByName(tx, enterpriseId, { name, content }) {
    const { channelType, language } = content as Content;
    return findTemplateByName(tx, enterpriseId, { name, channelType, language });
  },
  freeName: (tx, enterpriseId, { name, content }) => {
    const { channelType, language } = content as Content;
    const isTaken = async (candidate: string) =>
      (await findTemplateByName(tx, enterpriseId, { name: candidate, channelType, language })) !== undefined;
    return findFreeName(name, isTaken, { longest: longestName, suffix: (turn) => `_${turn + 1}` });
  },
  async create(ctx, tx, { name, content }, { channelIds }) {
    const { channelType, ...template } = content as Content;
    for (const channelId of channelIds) {
      const { type } = await accessTemplateChannel(tx, ctx.enterpriseId, channelId);
      if (type === channelType) return (await createTemplate(ctx, { ...template, name, channelId })).id;
    }
    throw new DomainError('package.channel_missing', `Choose a channel for the template ${name}.`, { name });
  },
  async change(ctx, tx, id, content) {
    const { channelType: _, ...template } = content as Content;
    const { name, language, version } = await accessTemplate(tx, ctx.enterpriseId, id);
    await updateTemplateContent(ctx, id, { ...template, name, language, version });
  },
  remove: deleteTemplateHere,
  async liveUses(tx, enterpriseId, id) {
    const row = await accessTemplate(tx, enterpriseId, id);
    return isDraft(row) ? [] : [`template ${row.name}, which its vendor has`];
  },
};
