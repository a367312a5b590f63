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
    'knowledgeEmbeddings',
    'passageVectors',
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
