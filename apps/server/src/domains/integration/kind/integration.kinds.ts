import { authTypes, type SavedAuthType } from '@parley/contract';
import { databaseKind } from './database.kind.ts';
import { genAiKind } from './gen-ai.kind.ts';
import type { Kind } from './kind.ts';
import { speechKind } from './speech.kind.ts';
import { videoKind } from './video.kind.ts';
import { workflowKind } from './workflow.kind.ts';

const kinds: { [T in SavedAuthType]: Kind<T> } = {
  [authTypes.workflow]: workflowKind,
  [authTypes.video]: videoKind,
  [authTypes.database]: databaseKind,
  [authTypes.genAi]: genAiKind,
  [authTypes.speech]: speechKind,
};

/** Returns the kind of a type; the caller hands it settings of the same type. */
export const kindOf = <T extends SavedAuthType>(authType: T): Kind<T> => kinds[authType] as unknown as Kind<T>;
