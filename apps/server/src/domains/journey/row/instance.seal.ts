import { type Compiled, type Instance, isSecretVariable, type Value, waitsForSecret } from '@parley/journey';
import type { Secrets } from '#platform/secrets/secrets.ts';

export type Sealing = Pick<Secrets, 'encrypt' | 'decrypt'>;
const mark = '$sealed';
type Sealed = { [mark]: string };
const isSealed = (value: unknown): value is Sealed => typeof value === 'object' && value !== null && mark in value;
/** Seals a value that nobody may read in the database. */
export const seal = (secrets: Pick<Secrets, 'encrypt'>, value: unknown): Value =>
  ({ [mark]: secrets.encrypt(JSON.stringify(value)) }) as unknown as Value;
/** The value again; one that was kept before such values were sealed is as it is. */
export const unseal = <T = Value>(secrets: Pick<Secrets, 'decrypt'>, value: T): T =>
  isSealed(value) ? (JSON.parse(secrets.decrypt(value[mark])) as T) : value;

/** A walk as it is kept: values that the stream calls sensitive, and what was computed from them, cannot be read in the database. */
export function sealInstance(secrets: Sealing, compiled: Compiled, instance: Instance): Instance {
  const { main, streams } = compiled;
  const frames = instance.frames.map((frame) => {
    const stream = frame.stream === main.document.id ? main : streams.get(frame.stream);
    const variables = Object.fromEntries(
      Object.entries(frame.variables).map(([name, value]) => [
        name,
        value !== null && stream && isSecretVariable(stream, frame, name) ? seal(secrets, value) : value,
      ]),
    );
    const loops = frame.loops.map((loop) => (loop.isSecret ? { ...loop, items: seal(secrets, loop.items) as typeof loop.items } : loop));
    return { ...frame, variables, loops };
  });
  const { last, wait } = instance;
  // Answers of services may hold any data, also secrets.
  const calls = Object.fromEntries(Object.entries(instance.calls).map(([node, data]) => [node, seal(secrets, data)]));
  const isSensitive = last.isSensitive && last.text !== null;
  return {
    ...instance,
    frames,
    calls,
    // The state may hold secrets that the bot was told.
    ...(instance.skill ? { skill: { ...instance.skill, state: seal(secrets, instance.skill.state) } } : {}),
    // Halves of a form may hold anything.
    ...(instance.form ? { form: sealForm(secrets, instance.form) } : {}),
    last: isSensitive ? { ...last, text: seal(secrets, last.text), media: last.media === null ? null : seal(secrets, last.media) } : last,
    wait: sealWait(secrets, wait, waitsForSecret(compiled, instance)),
  };
}

const sealForm = (secrets: Sealing, form: NonNullable<Instance['form']>): NonNullable<Instance['form']> => ({
  ...form,
  state: seal(secrets, form.state) as unknown as typeof form.state,
  had: seal(secrets, form.had) as unknown as typeof form.had,
});

function sealWait(secrets: Sealing, wait: Instance['wait'], isSecret: boolean): Instance['wait'] {
  if (wait?.kind !== 'answer') return wait;
  const chosen = isSecret ? wait.chosen.map((one) => seal(secrets, one)) : wait.chosen;
  if (wait.gathered.length === 0) return { ...wait, chosen };
  return { ...wait, chosen, gathered: wait.gathered.map((text) => secrets.encrypt(text)), isSealed: true } as typeof wait;
}

export function openInstance(secrets: Sealing, instance: Instance): Instance {
  const frames = instance.frames.map((frame) => ({
    ...frame,
    variables: Object.fromEntries(Object.entries(frame.variables).map(([name, value]) => [name, unseal(secrets, value)])),
    loops: frame.loops.map((loop) => ({ ...loop, items: unseal(secrets, loop.items) })),
  }));
  const { last } = instance;
  const wait =
    instance.wait?.kind === 'answer'
      ? { ...instance.wait, chosen: instance.wait.chosen.map((one) => unseal(secrets, one)) }
      : instance.wait;
  const opened = {
    ...instance,
    frames,
    calls: Object.fromEntries(Object.entries(instance.calls).map(([node, data]) => [node, unseal(secrets, data)])),
    ...(instance.skill ? { skill: { ...instance.skill, state: unseal(secrets, instance.skill.state) } } : {}),
    ...(instance.form
      ? { form: { ...instance.form, state: unseal(secrets, instance.form.state), had: unseal(secrets, instance.form.had) } }
      : {}),
    last: { ...last, text: unseal(secrets, last.text), media: unseal(secrets, last.media) },
    wait,
  };
  if (wait?.kind !== 'answer' || !('isSealed' in wait)) return opened;
  const { isSealed: _, ...rest } = wait as typeof wait & { isSealed: boolean };
  return { ...opened, wait: { ...rest, gathered: rest.gathered.map((text) => secrets.decrypt(text)) } };
}
