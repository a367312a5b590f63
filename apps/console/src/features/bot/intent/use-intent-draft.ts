import type { Intent } from '@parley/contract';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { setUnsavedIntent } from '../shared/unsaved.ts';
import { emptyIntent, type IntentDraft, isChanged, toDraft } from './intent-draft.ts';

type State = { source: Intent | undefined; saved: IntentDraft; draft: IntentDraft };

function begin(source: Intent | undefined): State {
  const saved = source ? toDraft(source) : emptyIntent;
  return { source, saved, draft: saved };
}

/**
 * What the editor holds, beside what is saved. A fresher copy of the server takes its place while nothing is changed.
 * @param intent none: a new intent, with a cleared form (INTENT-027)
 */
export function useIntentDraft(intent: Intent | undefined) {
  const [state, setState] = useState(() => begin(intent));
  const isDirty = useMemo(() => isChanged(state.draft, state.saved), [state]);
  if (intent !== state.source && !isDirty) setState(begin(intent));

  useEffect(() => setUnsavedIntent(isDirty), [isDirty]);
  useEffect(() => () => setUnsavedIntent(false), []);

  const change = useCallback((edit: (draft: IntentDraft) => IntentDraft) => setState((old) => ({ ...old, draft: edit(old.draft) })), []);
  /** Back to what is saved, the name included (INTENT-030, INTENT-031). */
  const discard = () => setState((old) => ({ ...old, draft: old.saved }));
  const keep = (answer: Intent) => {
    setState(begin(answer));
    setUnsavedIntent(false);
  };
  return { draft: state.draft, isDirty, change, discard, keep };
}
