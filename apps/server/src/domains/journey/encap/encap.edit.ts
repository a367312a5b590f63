import { randomInt } from 'node:crypto';
import type { ButtonPayload, EncapButton, EncapMilestone } from '@parley/contract';
import { type Document, makeId } from '@parley/journey';
import { DomainError } from '#platform/http/domain-error.ts';
import type { Ctx } from '../../../context.ts';
import { accessJourney } from '../document/journey.access.ts';
import { accessForm } from '../form/form.access.ts';
import { editDraft } from '../journey/journey.draft.ts';
import { addingButton, buttonNotFound, buttonsOf, changingButton, findButton, removingButton } from './encap.button.ts';
import { accessEncap, milestonesOf } from './encap.query.ts';

/**
 * Buttons and milestones of an encap by calls. They are parts of its drawing: writing one is an edit of the draft, as the designer makes them,
 * under the same lease and revision.
 */
const readDocument = (ctx: Ctx, encapId: string): Promise<{ document: Document; revision: number }> =>
  ctx.read(async (tx) => {
    await accessEncap(tx, ctx.enterpriseId, encapId);
    return accessJourney(tx, ctx.enterpriseId, encapId);
  });

const edit = async (ctx: Ctx, encapId: string, baseRevision: number, operations: readonly unknown[]): Promise<number> =>
  (await editDraft(ctx, encapId, { baseRevision, operations })).revision;

export const listMilestones = (ctx: Ctx, encapId: string): Promise<{ milestones: EncapMilestone[] }> =>
  ctx.read(async (tx) => {
    await accessEncap(tx, ctx.enterpriseId, encapId);
    const { document } = await accessJourney(tx, ctx.enterpriseId, encapId);
    return { milestones: await milestonesOf(tx, ctx.enterpriseId, document) };
  });

const milestoneNotFound = () => new DomainError('encap.milestone_not_found', 'No such milestone.', {});
/** @throws DomainError encap.not_found or encap.milestone_not_found */
export async function readMilestone(ctx: Ctx, encapId: string, milestoneId: string): Promise<EncapMilestone> {
  const found = (await listMilestones(ctx, encapId)).milestones.find(({ id }) => id === milestoneId);
  if (!found) throw milestoneNotFound();
  return found;
}

type Milestone = Document['milestones'][number];
/** Puts a milestone at its place, counted from 1; further places are the last. */
const placed = (others: readonly Milestone[], one: Milestone, order: number): Milestone[] => others.toSpliced(order - 1, 0, one);

export async function addMilestone(
  ctx: Ctx,
  encapId: string,
  { name, order, revision }: { name: string; order?: number | undefined; revision: number },
): Promise<EncapMilestone & { revision: number }> {
  const { document } = await readDocument(ctx, encapId);
  const id = makeId(randomInt);
  const milestones = placed(document.milestones, { id, name: name.trim() }, order ?? document.milestones.length + 1);
  const saved = await edit(ctx, encapId, revision, [{ kind: 'setMilestones', milestones }]);
  return { ...(await readMilestone(ctx, encapId, id)), revision: saved };
}

export async function saveMilestone(
  ctx: Ctx,
  { encapId, milestoneId }: { encapId: string; milestoneId: string },
  { name, order, revision }: { name: string; order: number; revision: number },
): Promise<EncapMilestone & { revision: number }> {
  const { document } = await readDocument(ctx, encapId);
  const others = document.milestones.filter(({ id }) => id !== milestoneId);
  if (others.length === document.milestones.length) throw milestoneNotFound();
  const milestones = placed(others, { id: milestoneId, name: name.trim() }, order);
  const saved = await edit(ctx, encapId, revision, [{ kind: 'setMilestones', milestones }]);
  return { ...(await readMilestone(ctx, encapId, milestoneId)), revision: saved };
}

/** Takes a milestone from the draft; counts stay with the walks. @throws DomainError encap.milestone_used while a step names it */
export async function removeMilestone(
  ctx: Ctx,
  { encapId, milestoneId }: { encapId: string; milestoneId: string },
  revision: number,
): Promise<{ revision: number }> {
  const { document } = await readDocument(ctx, encapId);
  const milestones = document.milestones.filter(({ id }) => id !== milestoneId);
  if (milestones.length === document.milestones.length) throw milestoneNotFound();
  const used = document.nodes.find(
    ({ type, config }) => type === 'mark.milestone' && (config as { milestone?: string }).milestone === milestoneId,
  );
  if (used) throw new DomainError('encap.milestone_used', 'A step of the drawing marks this milestone. Take that step away first.', {});
  return { revision: await edit(ctx, encapId, revision, [{ kind: 'setMilestones', milestones }]) };
}

/** The parts of `{encapId}.{itemId}`. @throws DomainError encap.button_not_found */
function partsOf(id: string): { encapId: string; itemId: string } {
  const [, encapId = '', itemId = ''] = /^([0-9a-f-]{36})\.([a-z0-9]{8})$/.exec(id) ?? [];
  if (encapId === '') throw buttonNotFound();
  return { encapId, itemId };
}

type Button = EncapButton & { revision: number };
/** @throws DomainError encap.not_found or encap.button_not_found */
export async function readButton(ctx: Ctx, id: string): Promise<Button> {
  const { encapId } = partsOf(id);
  const { document, revision } = await readDocument(ctx, encapId);
  const button = buttonsOf(document).find((one) => one.id === id);
  if (!button) throw buttonNotFound();
  return { ...button, revision };
}

/** The name of what a button leads to. @throws DomainError form.not_found or journey.not_found */
const nameOf = (ctx: Ctx, payload: ButtonPayload): Promise<string> =>
  ctx.read(async (tx) => {
    if (payload.type === 'form') return (await accessForm(tx, ctx.enterpriseId, payload.formId)).name;
    return payload.type === 'stream' ? (await accessJourney(tx, ctx.enterpriseId, payload.journeyId)).name : '';
  });

type Writing = Pick<EncapButton, 'title' | 'buttonPayload'> & { revision: number };
/** @param id of the encap @throws DomainError encap.not_found, encap.no_buttons, journey.held, journey.revision, journey.edit_invalid, or as nameOf does */
export async function addButton(ctx: Ctx, id: string, written: Writing & { nodeId: string }): Promise<Button> {
  if (!/^[0-9a-f-]{36}$/.test(id)) throw buttonNotFound();
  const { document } = await readDocument(ctx, id);
  const named = await nameOf(ctx, written.buttonPayload);
  const { itemId, operations } = addingButton(document, { ...written, title: written.title.trim(), named });
  await edit(ctx, id, written.revision, operations);
  return readButton(ctx, `${id}.${itemId}`);
}

export async function saveButton(ctx: Ctx, id: string, written: Writing): Promise<Button> {
  const { encapId, itemId } = partsOf(id);
  const { document } = await readDocument(ctx, encapId);
  const named = await nameOf(ctx, written.buttonPayload);
  await edit(ctx, encapId, written.revision, changingButton(document, itemId, { ...written, title: written.title.trim(), named }));
  return readButton(ctx, id);
}

export async function removeButton(ctx: Ctx, id: string, revision: number): Promise<{ revision: number }> {
  const { encapId, itemId } = partsOf(id);
  const { document } = await readDocument(ctx, encapId);
  findButton(document, itemId);
  return { revision: await edit(ctx, encapId, revision, removingButton(document, itemId)) };
}
