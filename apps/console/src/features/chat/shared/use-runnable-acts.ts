import { useSyncExternalStore } from 'react';
import { onRunnableActs, type RunnableAct, runnableActs } from './chat-acts-store.ts';

/** The acts that the screen offers now. */
export const useRunnableActs = (): readonly RunnableAct[] => useSyncExternalStore(onRunnableActs, runnableActs);
