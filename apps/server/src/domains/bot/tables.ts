import { ownTables } from '../domain.ts';

export const botTables = ownTables({
  tables: [
    'bots',
    'stories',
    'intents',
    'utterances',
    'entities',
    'knowledgeSources',
    'knowledgePassages',
    'botTrainings',
    'botVersions',
    'botVersionParts',
    'botTests',
    'botSessions',
    'botTurns',
    'classificationRules',
  ],
  grantedReads: {},
});
