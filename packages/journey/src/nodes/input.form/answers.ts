import type { LocalText } from '../../document/fields.ts';
import type { NodeOf } from '../../document/node.ts';
import { leave, NodeFault, type Outcome, type Turn } from '../../engine/turn.ts';
import { isSame } from '../../expression/compare.ts';
import type { Value, ValueMap } from '../../expression/value.ts';
import type { CompiledForm } from '../../form/compile.ts';
import { fieldsOf } from '../../form/document.ts';

type FormNode = NodeOf<'input.form'>;

/** @throws NodeFault where the form has no version */
export function formOf(turn: Turn, { config }: FormNode): CompiledForm {
  const form = turn.compiled.forms?.get(config.form.id);
  if (!form) throw new NodeFault('The form is not published.');
  return form;
}

/** Sends the address of a form's page. @returns why the gate refused it; '' where it passed */
export const sendPage = (turn: Turn, node: FormNode, filling: string, words: LocalText): string =>
  sendAddress(turn, node, filling, turn.write(words));

/** The same with words that are written already. */
export function sendAddress(turn: Turn, { config }: FormNode, filling: string, words: string): string {
  const text = [words, turn.facts.pageOf?.(filling) ?? ''].filter((line) => line !== '').join('\n');
  return turn.send({ kind: 'text', text, showsLink: true }, config.sending).refused;
}

/** Attributes that answers are kept in, as they are now. */
export const hadBefore = (turn: Turn, { document }: CompiledForm): Record<string, Value> =>
  Object.fromEntries(fieldsOf(document).flatMap(({ saveTo }) => (saveTo ? [[saveTo.id, turn.customer[saveTo.id] ?? null]] : [])));

type Sent = { filling: string; had: Readonly<Record<string, Value>>; values: ValueMap };

/** Keeps the answers of a form that was sent: in the node's variable, and in the attributes that its fields name. */
export function keepAnswers(turn: Turn, node: FormNode, sent: Sent): Outcome {
  const { document } = formOf(turn, node);
  const answers: ValueMap = {};
  let isSecret = false;
  for (const { id, name, isSensitive } of fieldsOf(document)) {
    const value = sent.values[id] ?? null;
    if (name !== '') answers[name] = value;
    isSecret ||= isSensitive && value !== null;
  }
  turn.set(node.config.variable, answers, isSecret);
  saveAttributes(turn, document, sent);
  saveConsents(turn, document, sent.values);
  return leave('ok');
}

/** A value that changed while the form was filled in is not overwritten: whoever reads the answers decides. */
function saveAttributes(turn: Turn, document: CompiledForm['document'], { filling, had, values }: Sent): void {
  const changes: { attribute: string; value: Value }[] = [];
  const conflicts: { attribute: string; name: string; had: Value; now: Value; said: Value }[] = [];
  for (const { id, saveTo, saveRule, isSensitive } of fieldsOf(document)) {
    const said = values[id] ?? null;
    if (!saveTo || said === null) continue;
    const now = turn.customer[saveTo.id] ?? null;
    const isEmpty = now === null || now === '';
    if (isSame(now, said) || (saveRule === 'ifEmpty' && !isEmpty)) continue;
    if (isSame(now, had[saveTo.id] ?? null)) {
      changes.push({ attribute: saveTo.id, value: said });
      turn.markField(saveTo, isSensitive);
    } else conflicts.push({ attribute: saveTo.id, name: saveTo.name, had: had[saveTo.id] ?? null, now, said });
  }
  if (changes.length > 0) turn.change(changes);
  if (conflicts.length > 0) turn.effects.push({ kind: 'formConflicts', filling, conflicts });
}

function saveConsents(turn: Turn, document: CompiledForm['document'], values: ValueMap): void {
  for (const { id, kind, consentFor, label } of fieldsOf(document)) {
    const said = values[id];
    if (kind !== 'consent' || consentFor === '' || typeof said !== 'boolean') continue;
    const consent = {
      channel: consentFor,
      state: said ? ('Granted' as const) : ('Refused' as const),
      wording: turn.pick(label).slice(0, 1000),
    };
    turn.effects.push({ kind: 'customer', attributes: [], language: null, consent });
  }
}
