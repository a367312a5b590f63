import type { AnswerFace } from '@parley/contract';
import { type CompiledForm, type FormState, type FormValues, isOfFiles, showValue, type Value } from '@parley/journey';
import type { Tx } from '#platform/db/database.ts';
import { newId } from '#platform/ids.ts';
import type { EnterpriseContext } from '../../../context.ts';
import type { Sealing } from '../row/instance.seal.ts';
import { type FillingRow, insertAnswer, updateFilling } from './filling.repository.ts';

/** A filling as it is kept: nobody can read it in the database. */
export const sealState = (secrets: Pick<Sealing, 'encrypt'>, state: FormState): string => secrets.encrypt(JSON.stringify(state));
export const openState = (secrets: Pick<Sealing, 'decrypt'>, kept: string): FormState => JSON.parse(secrets.decrypt(kept)) as FormState;

/** Adds a face by which somebody has filled in, each once, in the order of their first use. */
export const withFace = (faces: readonly AnswerFace[], face: AnswerFace): AnswerFace[] => [...new Set([...faces, face])];

/** The screens that were seen so far, in the order of the form. */
export const seenOf = ({ document }: CompiledForm, before: readonly string[], { path, screen }: FormState): string[] => {
  const seen = new Set([...before, ...path, screen]);
  return document.screens.map(({ id }) => id).filter((id) => seen.has(id));
};

const longestSearch = 4000;

/** Words of the answers that are not sensitive, for the search. */
function searchOf({ document }: CompiledForm, values: FormValues, zone: string): string {
  const [language = 'en'] = document.languages;
  return Object.values(values)
    .map((value) => showValue(value, { language, zone }))
    .filter((text) => text !== '')
    .join('\n')
    .slice(0, longestSearch);
}

/** Splits answers into those that stand readable in the database and those that do not. Files have a protection of their own, and are found by their ids when a person is erased. */
function split({ fields }: CompiledForm, values: FormValues): { open: FormValues; secret: FormValues } {
  const [open, secret]: [FormValues, FormValues] = [{}, {}];
  for (const [id, value] of Object.entries(values)) {
    const field = fields.get(id);
    const isSecret = field?.isSensitive === true && !isOfFiles(field);
    (isSecret ? secret : open)[id] = value;
  }
  return { open, secret };
}

type Sent = { filling: FillingRow; form: CompiledForm; values: FormValues; face: AnswerFace; journeyId: string | null; zone: string };

/** Stores what was sent, once, and ends the filling. @returns false: it was sent before */
export async function keepSent(
  ctx: EnterpriseContext,
  tx: Tx,
  secrets: Pick<Sealing, 'encrypt'>,
  { filling, form, values, face, journeyId, zone }: Sent,
): Promise<boolean> {
  const at = ctx.now();
  const { open, secret } = split(form, values);
  const faces = withFace(filling.faces, face);
  const { enterpriseId, fillingId, formId, number, customerId, instanceId, channelId, environment } = filling;
  const isNew = await insertAnswer(tx, {
    enterpriseId,
    answerId: newId(),
    formId,
    number,
    fillingId,
    customerId,
    instanceId,
    journeyId,
    channelId,
    environment,
    faces,
    answers: open,
    sealed: Object.keys(secret).length > 0 ? secrets.encrypt(JSON.stringify(secret)) : null,
    searchText: searchOf(form, open, zone),
    seconds: Math.max(0, Math.round((at.getTime() - filling.openedAt.getTime()) / 1000)),
    at,
  });
  if (isNew) await updateFilling(tx, enterpriseId, fillingId, { state: 'SUBMITTED', faces, endedAt: at, changedAt: at, progress: '' });
  return isNew;
}

/** True if any of these answers may not be read by everybody. */
export const hasSecretAnswers = ({ fields }: CompiledForm, values: FormValues): boolean =>
  Object.keys(values).some((id) => fields.get(id)?.isSensitive ?? false);

/** Ids of the files that answers name. */
export const filesIn = ({ fields }: CompiledForm, values: Readonly<Record<string, Value>>): string[] =>
  Object.entries(values).flatMap(([id, value]) => {
    const field = fields.get(id);
    return field && isOfFiles(field) && Array.isArray(value) ? value.flatMap((file) => idOf(file)) : [];
  });
const idOf = (file: Value): string[] =>
  typeof file === 'object' && file !== null && 'id' in file && typeof file.id === 'string' ? [file.id] : [];
