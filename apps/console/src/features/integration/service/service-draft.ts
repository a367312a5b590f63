import { authTypes, type Integration, integrationSecrets, type SavedAuthType } from '@parley/contract';

/** Values of each type's form besides the secret; numbers and choices in the types of their fields. */
type Drafts = {
  [authTypes.workflow]: { baseUrl: string; sandboxUrl: string; emailId: string };
  [authTypes.video]: { kind: string; baseUrl: string; appId: string; relays: string; canRecord: boolean };
  [authTypes.database]: {
    host: string;
    port: number | string;
    database: string;
    user: string;
    isTlsRequired: boolean;
    certificate: string;
    isReadOnly: boolean;
    rowLimit: number | string;
  };
  [authTypes.genAi]: { llm: string; baseUrl: string; sandboxUrl: string; model: string; embeddingModel: string };
  [authTypes.speech]: { baseUrl: string; sandboxUrl: string; model: string; language: string; pricePerMinute: string };
};
export type ServiceDraft = { name: string } & Partial<Drafts[1] & Drafts[3] & Drafts[4] & Drafts[5] & Drafts[6]>;
export type ServiceBody = { name: string; authType: SavedAuthType } & Record<string, string | number | boolean>;

const empty: Drafts = {
  [authTypes.workflow]: { baseUrl: '', sandboxUrl: '', emailId: '' },
  [authTypes.video]: { kind: 'own', baseUrl: '', appId: '', relays: '', canRecord: true },
  [authTypes.database]: {
    host: '',
    port: 3306,
    database: '',
    user: '',
    isTlsRequired: true,
    certificate: '',
    isReadOnly: true,
    rowLimit: 100,
  },
  [authTypes.genAi]: { llm: '1', baseUrl: '', sandboxUrl: '', model: '', embeddingModel: '' },
  [authTypes.speech]: { baseUrl: '', sandboxUrl: '', model: '', language: '', pricePerMinute: '' },
};

export const emptyDraft = (authType: SavedAuthType, name = ''): ServiceDraft => ({ name, ...empty[authType] });

/** A stored configuration as its form holds it. */
export function toDraft(service: Exclude<Integration, { authType: 2 }>): ServiceDraft {
  const stored = service as unknown as Record<string, unknown>;
  const fields = Object.entries(empty[service.authType]).map(([field, usual]) => {
    const value = stored[field];
    return [field, typeof usual === 'string' ? String(value) : value];
  });
  return { name: service.name, ...Object.fromEntries(fields) };
}

/** Builds the request body: an empty secret keeps the stored one. */
export const toBody = (authType: SavedAuthType, { name, ...draft }: ServiceDraft, secret: string): ServiceBody => ({
  ...(draft as Record<string, string | number | boolean>),
  name,
  authType,
  [integrationSecrets[authType].field]: secret,
});
