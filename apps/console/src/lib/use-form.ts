import { type FormEvent, type SyntheticEvent, useRef, useState } from 'react';
import { readPath, writePath } from './paths.ts';
import { useDraft } from './use-draft.ts';
import { type ChangeDraft, type Typed, useTyped } from './use-typed.ts';

/** Faults in the reader's language, by field; a part of a field has a path, `turns.0.say`. */
export type Faults = Readonly<Record<string, string>>;
/** Looks for faults; a field without one may be left out, or say nothing. */
export type Check<D> = (draft: D) => Readonly<Record<string, string | false | null | undefined>>;

export type FormOptions<D extends object> = {
  initial: D | (() => D);
  check?: Check<D>;
  /** Faults show when the form is sent (`submit`), when a field is left as well (`blur`), or while typing after a first try (`typing`). */
  checkOn?: 'submit' | 'blur' | 'typing';
  isChanged?: (draft: D, saved: D) => boolean;
};

type Path<D> = (keyof D & string) | `${keyof D & string}.${string}`;
/** Parts of fields that forms bind are texts. */
type ValueAt<D, P extends string> = P extends keyof D ? D[P] : string;

export type FieldProps<V> = {
  'data-path': string;
  value: V;
  error: string | undefined;
  /** Takes what Mantine's inputs tell: an event, or the value itself. */
  onChange: (input: unknown) => void;
  onBlur?: () => void;
};

/** A form of a page without anything to lose, or of a dialog: draft, faults by field, and `field('name')`, which binds an input. */
export const useForm = <D extends object>(options: FormOptions<D>) => useFields(useTyped(options.initial, options.isChanged), options);

/** A form that asks before the screen is left with unsaved changes. `release` lets go, before one's own way out after a save. */
export function useGuardedForm<D extends object>(options: FormOptions<D>) {
  const draft = useDraft(options.initial, options.isChanged);
  return { ...useFields(draft, options), release: draft.release };
}

function useFields<D extends object>(typed: Typed<D>, { check, checkOn = 'submit' }: FormOptions<D>) {
  const [told, setFaults] = useState<Faults>({});
  const [isTried, setTried] = useState(false);
  const place = useRef<HTMLFormElement>(null);
  const { draft, getDraft } = typed;

  const findFaults = (): Faults => keepTold(check?.(getDraft()) ?? {});
  // While typing, the check says what is wrong; the server's faults stay until their fields change.
  const isLive = checkOn === 'typing';
  const faults = isLive && isTried ? { ...told, ...keepTold(check?.(draft) ?? {}) } : told;
  const setFault = (path: string, fault: string | undefined) =>
    setFaults((before) => ({ ...withoutField(before, path), ...(fault ? { [path]: fault } : {}) }));
  const checkField = (path: string) => setFault(path, findFaults()[path]);

  /** Drops the faults of the fields that change. */
  const change: ChangeDraft<D> = (part) => {
    const given = typeof part === 'function' ? part(getDraft()) : part;
    typed.change(given);
    setFaults((before) => Object.keys(given).reduce(withoutField, before));
  };
  const setField = (path: string, value: unknown) => {
    const [name = ''] = path.split('.');
    typed.change({ [name]: (writePath(getDraft(), path, value) as Record<string, unknown>)[name] } as Partial<D>);
    setFault(path, undefined);
  };

  function field<P extends Path<D>>(path: P): FieldProps<ValueAt<D, P>> {
    return {
      'data-path': path,
      value: readPath(draft, path) as ValueAt<D, P>,
      error: faults[path],
      onChange: (input) => setField(path, readInput(input)),
      ...(checkOn === 'blur' ? { onBlur: () => checkField(path) } : {}),
    };
  }
  /** A checkbox or a switch. */
  function box<P extends Path<D>>(path: P) {
    const { value, ...props } = field(path);
    return { ...props, checked: value === true };
  }
  /** A choice of one: nothing chosen is an empty text. */
  function choice<P extends Path<D>>(path: P) {
    const { value, onChange, ...props } = field(path);
    return { ...props, value: value ? String(value) : null, onChange: (chosen: string | null) => onChange(chosen ?? '') };
  }

  /** Nothing counts as wrong until the next try. */
  const forgive = () => {
    setFaults({});
    setTried(false);
  };
  /** Begins anew with the values of the server. */
  const settle = (next: D) => {
    typed.settle(next);
    forgive();
  };
  const reset = () => settle(typed.saved);
  const focus = (path: string | undefined) => {
    if (path) (place.current ?? document).querySelector<HTMLElement>(`[data-path="${CSS.escape(path)}"]`)?.focus();
  };
  /** Shows the faults that are found and goes to the first. @returns whether there is none */
  const isSound = (): boolean => {
    const found = findFaults();
    setTried(true);
    setFaults(isLive ? {} : found);
    focus(Object.keys(found)[0]);
    return Object.keys(found).length === 0;
  };
  /** Makes a handler of submits, which passes on a draft without faults. */
  const submit =
    (onSound: (draft: D) => unknown) =>
    (event?: FormEvent<HTMLFormElement>): void => {
      event?.preventDefault();
      if (event) place.current = event.currentTarget;
      if (isSound()) void onSound(getDraft());
    };

  return {
    ...typed,
    change,
    settle,
    reset,
    forgive,
    setField,
    faults,
    isTried,
    setFaults,
    setFault,
    isSound,
    checkField,
    focus,
    field,
    box,
    choice,
    submit,
  };
}

export type Form<D extends object> = ReturnType<typeof useForm<D>>;
export type GuardedForm<D extends object> = ReturnType<typeof useGuardedForm<D>>;

const keepTold = (found: ReturnType<Check<object>>): Faults =>
  Object.fromEntries(Object.entries(found).flatMap(([path, fault]) => (fault ? [[path, fault]] : [])));

const withoutField = (faults: Faults, path: string): Faults =>
  Object.fromEntries(Object.entries(faults).filter(([name]) => name !== path && !name.startsWith(`${path}.`)));

function readInput(input: unknown): unknown {
  if (typeof input !== 'object' || input === null || !('nativeEvent' in input)) return input;
  const { currentTarget } = input as SyntheticEvent<HTMLInputElement>;
  return currentTarget.type === 'checkbox' ? currentTarget.checked : currentTarget.value;
}
