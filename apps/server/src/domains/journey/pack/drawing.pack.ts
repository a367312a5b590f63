import { EncapLogger, EncapProperties, type Permission } from '@parley/contract';
import { type Document, readDocument, TestCase } from '@parley/journey';
import { changing, creating } from '#platform/audit/trail.ts';
import type { Read, Tx } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import { newId } from '#platform/ids.ts';
import type { Ctx } from '../../../context.ts';
import type { Packable } from '../../../packable.ts';
import { accessJourney } from '../document/journey.access.ts';
import { readKnown } from '../document/journey.compiled.ts';
import { journeyRecord } from '../document/journey.record.ts';
import { findJourney } from '../document/journey.repository.ts';
import { deleteJourney } from '../editor/journey.bin.ts';
import { findEncap, updateEncap } from '../encap/encap.repository.ts';
import { addEncap, deleteEncap } from '../encap/encap.service.ts';
import { isHeld, isMine } from '../journey/journey.draft.ts';
import { freeName, insertJourney, longestName, saveDocument } from '../journey/journey.service.ts';
import { findTests, insertTests } from '../rehearsal/test-case.repository.ts';
import { withOwnParts, withoutOwnParts } from './own-parts.ts';
import { findDrawing, listDrawings } from './pack.repository.ts';

type Department = { ref: 'department'; id: string; name: string };
/** A page is packed without addresses of whoever made it, which would lead people away from here. */
type Page = { properties: Omit<EncapProperties, 'departmentId' | keyof Reach> & { department: Department }; logger: EncapLogger };
type Content = { document: Omit<Document, 'id' | 'name' | 'kind'>; tests: TestCase[]; page?: Page };

const whole = ({ document }: Content, id: string, name: string, kind: Document['kind']): Document =>
  ({ ...document, id, name, kind }) as Document;

/** A conversation that knows something of a person stays where it is; what was recorded of one names streams that are elsewhere. */
const packTests = (tests: readonly { test: TestCase }[]): TestCase[] =>
  tests.flatMap(({ test: { record: _, ...test } }) => (Object.keys(test.facts.customer).length > 0 ? [] : [test]));

const noAddresses = { redirectUrl: '', privacyUrl: '', domains: [] };
/** A channel and its templates stay where they are; a page whose code nobody could send asks for the number. */
type Reach = Pick<EncapProperties, 'reachChannelId' | 'codeTemplateId' | 'laterTemplateId' | 'remindTemplateId' | 'remindHours'>;
const noReach: Reach = { reachChannelId: '', codeTemplateId: '', laterTemplateId: '', remindTemplateId: '', remindHours: [] };
const Packed = EncapProperties.omit({
  ...{ departmentId: true, reachChannelId: true, codeTemplateId: true, laterTemplateId: true, remindTemplateId: true, remindHours: true },
});
const packedLogin = (login: EncapProperties['login']) => (login === 'code' ? 'number' : login);
async function packPage(tx: Read, enterpriseId: string, id: string): Promise<Page | undefined> {
  const row = await findEncap(tx, enterpriseId, id);
  if (!row) return undefined;
  const { departmentId, login } = row.properties;
  const department = { ref: 'department', id: departmentId, name: '' } as const;
  return { properties: { ...Packed.parse(row.properties), login: packedLogin(login), ...noAddresses, department }, logger: row.logger };
}

function parsePage(given: unknown): Page | undefined {
  const { properties, logger } = given as Page;
  const { department, ...own } = properties;
  const departmentId = department?.id ?? '';
  const read = Packed.safeParse({ ...own, login: packedLogin(own.login), ...noAddresses });
  const kept = EncapLogger.safeParse(logger);
  if (!read.success || !kept.success || typeof departmentId !== 'string') return undefined;
  return { properties: { ...read.data, department: { ref: 'department', id: departmentId, name: '' } }, logger: kept.data };
}

function readContent(given: unknown, kind: Document['kind']): ReturnType<Packable['read']> {
  const content = given as Partial<Content>;
  const read = readDocument({ ...content.document, id: 'packed', name: 'packed', kind });
  if (!('document' in read)) return { fault: [read.faults[0]?.path, read.faults[0]?.text].filter(Boolean).join(': ') };
  const tests = TestCase.array().max(200).safeParse(content.tests);
  if (!tests.success) return { fault: `tests: ${tests.error.issues[0]?.message ?? ''}` };
  if (kind === 'encap' && (typeof content.page !== 'object' || !content.page?.properties || !parsePage(content.page)))
    return { fault: 'Its page cannot be read.' };
  const steps = read.document.nodes.flatMap(({ name }) => (name === '' ? [] : [name]));
  return { languages: read.document.languages, steps, tests: tests.data.length };
}

async function assertFree(ctx: Ctx, tx: Tx, id: string): Promise<void> {
  const row = await accessJourney(tx, ctx.enterpriseId, id, { lock: true });
  if (isHeld(row, ctx.now()) && !isMine(ctx, row)) throw new DomainError('journey.held', `Somebody edits ${row.name}.`, { holderName: '' });
}

const toRow = ({ properties: { department, ...properties }, logger }: Page) => ({
  properties: { ...properties, ...noReach, departmentId: department.id },
  logger,
});

function packableOf(kind: 'stream' | 'encap', rights: Packable['rights']): Packable {
  const documentKind = kind === 'encap' ? 'encap' : 'journey';
  return {
    kind,
    longestName,
    ref: kind === 'stream' ? 'stream' : '',
    rights,
    list: (tx, enterpriseId, filter) => listDrawings(tx, enterpriseId, kind, filter),
    async pack(tx, enterpriseId, id) {
      const row = await findJourney(tx, enterpriseId, id);
      if (row?.document.kind !== documentKind) return undefined;
      const { id: _, name: __, kind: ___, ...document } = withoutOwnParts(readKnown(row.document));
      const tests = packTests(await findTests(tx, enterpriseId, id));
      const page = kind === 'encap' ? await packPage(tx, enterpriseId, id) : undefined;
      return { name: row.name, content: { document, tests, ...(page ? { page } : {}) } satisfies Content };
    },
    read: (given) => readContent(given, documentKind),
    findByName: (tx, enterpriseId, { name }) => findDrawing(tx, enterpriseId, kind, name),
    freeName: (tx, enterpriseId, { name }) => freeName(tx, enterpriseId, name),
    async create(ctx, tx, { name, content }) {
      const given = content as Content;
      const document = whole(given, newId(), name, documentKind);
      const page = given.page && parsePage(given.page);
      return creating(
        ctx,
        tx,
        journeyRecord,
        (made) => made,
        async () => {
          const id = await insertJourney(ctx, tx, { name, description: '', folder: '', document, tests: given.tests });
          if (page) await addEncap(tx, ctx.enterpriseId, id, toRow(page));
          return id;
        },
      );
    },
    async change(ctx, tx, id, content) {
      await assertFree(ctx, tx, id);
      const given = content as Content;
      const row = await accessJourney(tx, ctx.enterpriseId, id);
      const page = given.page && parsePage(given.page);
      await changing(ctx, tx, journeyRecord, id, 'edit', async () => {
        await saveDocument(ctx, tx, row, withOwnParts(whole(given, id, row.name, documentKind), row.document));
        await insertTests(tx, { enterpriseId: ctx.enterpriseId, journeyId: id, by: ctx.actor.userId, at: ctx.now() }, given.tests);
        if (page) await changePage(ctx, tx, id, page);
      });
    },
    remove: (ctx, id) => (kind === 'encap' ? deleteEncap(ctx, id) : deleteJourney(ctx, id, false)),
    async liveUses(tx, enterpriseId, id) {
      const { name, state } = await accessJourney(tx, enterpriseId, id);
      return state === 'PUBLISHED' ? [`${kind} ${name}, which is published`] : [];
    },
  };
}

/** The addresses, the department and the way to people that somebody has chosen here stay. */
async function changePage(ctx: Ctx, tx: Tx, id: string, page: Page): Promise<void> {
  const row = await findEncap(tx, ctx.enterpriseId, id);
  if (!row) return;
  const { domains, redirectUrl, privacyUrl, departmentId, login } = row.properties;
  const { reachChannelId, codeTemplateId, laterTemplateId, remindTemplateId, remindHours } = row.properties;
  const { properties, logger } = toRow(page);
  const kept: EncapProperties = {
    ...{ ...properties, domains, redirectUrl, privacyUrl, departmentId: properties.departmentId || departmentId },
    ...{ reachChannelId, codeTemplateId, laterTemplateId, remindTemplateId, remindHours },
    login: login === 'code' ? login : properties.login,
  };
  await updateEncap(tx, ctx.enterpriseId, id, { properties: JSON.stringify(kept), logger: JSON.stringify(logger) });
}

const rightsOf = (...groups: ('JOURNEYS' | 'ENCAPS')[]): Packable['rights'] => {
  const each = (action: 'VIEW' | 'CREATE' | 'EDIT' | 'DELETE') => groups.map((group): Permission => `${group}.${action}`);
  return { view: each('VIEW'), create: each('CREATE'), edit: each('EDIT'), remove: each('DELETE') };
};
export const packableStream = packableOf('stream', rightsOf('JOURNEYS'));
export const packableEncap = packableOf('encap', rightsOf('JOURNEYS', 'ENCAPS'));
