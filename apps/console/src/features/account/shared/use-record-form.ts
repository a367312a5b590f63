import type { QueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { readFieldErrors, readIssues } from '../../../lib/errors.ts';
import { type FormOptions, type GuardedForm, useForm, useGuardedForm } from '../../../lib/use-form.ts';
import type { ConflictLabels } from './conflict-dialog.tsx';
import { useVersionedForm } from './use-versioned-form.tsx';

type Versioned = { version: number };

export type RecordFormOptions<D extends object, R extends Versioned | undefined, A, B extends object> = ConflictLabels &
  Omit<FormOptions<D>, 'initial'> & {
    /** The record as the screen has read it last; undefined for a new one. */
    record: R;
    toDraft: (record: R) => D;
    /** Reads what stands now, past the cache. */
    read: (client: QueryClient) => Promise<R & {}>;
    /** The saved part of a draft that holds more than that; a conflict compares it. Without it the draft is what is saved. */
    toBody?: (draft: D) => B;
    fromBody?: (body: B) => D;
    /** @param version undefined for a new record */
    save: (body: B, version: number | undefined) => Promise<A>;
    onSaved: (answer: A & {}) => void;
    /** The record as it was saved, for a form that stays open. Without it the guard lets go after a save. */
    keep?: (answer: A & {}) => R & {};
    /** The field of the form that the server's path means. */
    fieldOf?: (path: string) => string | undefined;
    /** Tells a refusal that the form itself does not show. */
    onRefused?: (error: unknown) => void;
  };

/**
 * The form of a record that others may save meanwhile: its draft, what is wrong by field, the guard of unsaved changes, the version, and the
 * way of a save. A save that somebody else was quicker than asks (`useVersionedForm`).
 */
export const useRecordForm = <D extends object, R extends Versioned | undefined, A, B extends object = D>(
  options: RecordFormOptions<D, R, A, B>,
) => useRecord(useGuardedForm(toFormOptions(options)), options);

/** The same in a dialog, which has no screen to leave. */
export const useRecordDialog = <D extends object, R extends Versioned | undefined, A, B extends object = D>(
  options: RecordFormOptions<D, R, A, B>,
) => useRecord({ ...useForm(toFormOptions(options)), release: () => {} }, options);

const toFormOptions = <D extends object, R extends Versioned | undefined, A, B extends object>({
  record,
  toDraft,
  check,
  checkOn,
  isChanged,
}: RecordFormOptions<D, R, A, B>): FormOptions<D> => ({ initial: () => toDraft(record), check, checkOn, isChanged });

function useRecord<D extends object, R extends Versioned | undefined, A, B extends object>(
  form: GuardedForm<D>,
  options: RecordFormOptions<D, R, A, B>,
) {
  const { record, toDraft, read, save: write, onSaved, keep, onRefused } = options;
  const { toBody = (draft) => draft as unknown as B, fromBody = (body) => body as unknown as D, fieldOf = (path) => path } = options;
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const loaded = (of: R & {}) => ({ values: toBody(toDraft(of)), version: of.version });

  const versioned = useVersionedForm<B>({
    fields: options.fields,
    show: options.show,
    nameOf: options.nameOf,
    typed: toBody(form.draft),
    latest: record && loaded(record),
    load: async (client) => loaded(await read(client)),
    onTake: (values, saved) => {
      form.markSaved(fromBody(saved));
      form.change(fromBody(values));
      setFailure(undefined);
    },
  });

  const send = async (body: B, version: number | undefined): Promise<A> => {
    setBusy(true);
    setFailure(undefined);
    try {
      return await write(body, version);
    } catch (error) {
      setFailure(error);
      throw error;
    } finally {
      setBusy(false);
    }
  };
  /** Shows what the server found at its fields. */
  const showFaults = (error: unknown) => {
    const said = [...readFieldErrors(error), ...readIssues(error)].flatMap(({ field, message }) => {
      const name = fieldOf(field);
      return name === undefined ? [] : [[name, message] as const];
    });
    form.setFaults(Object.fromEntries(said));
  };
  /** Saves what is typed, or a draft that was looked at before. @returns undefined when it was not saved: the form says why */
  const save = async (draft: D = form.getDraft()): Promise<(A & {}) | undefined> => {
    try {
      const answer = await versioned.save(send, toBody(draft));
      if (answer === undefined || answer === null) return undefined;
      if (keep) {
        const kept = keep(answer);
        // More may have been typed while the save was under way: it stays, and is not saved yet.
        if (form.getDraft() === draft) form.settle(toDraft(kept));
        else form.markSaved(toDraft(kept));
        versioned.settle(loaded(kept));
      } else form.release();
      onSaved(answer);
      return answer;
    } catch (error) {
      showFaults(error);
      onRefused?.(error);
      return undefined;
    }
  };

  return { ...form, isBusy, failure, clearFailure: () => setFailure(undefined), showFaults, save, handleSubmit: form.submit(save) };
}
