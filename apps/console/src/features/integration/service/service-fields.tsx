import { NumberInput, Select, SimpleGrid, Switch, Textarea, TextInput } from '@mantine/core';
import { authTypes, integrationSecrets, llmTypes, mostDatabaseRows, type SavedAuthType } from '@parley/contract';
import { SecretInput } from '../../../components/secret-input.tsx';
import type { Faults } from '../../../lib/use-form.ts';
import { useWords } from '../../../lib/words.ts';
import { integrationWords } from '../../../locales/integration.ts';
import type { ServiceDraft } from './service-draft.ts';

export type ServiceFieldsProps = {
  authType: SavedAuthType;
  draft: ServiceDraft;
  faults: Faults;
  onChange: (part: Partial<ServiceDraft>) => void;
};

type TextField =
  | 'baseUrl'
  | 'sandboxUrl'
  | 'emailId'
  | 'appId'
  | 'host'
  | 'database'
  | 'user'
  | 'model'
  | 'embeddingModel'
  | 'language'
  | 'pricePerMinute';
type TextProps = { field: TextField; isNeeded?: boolean; hint?: string; maxLength: number; placeholder?: string; type?: string };

/** The fields of one type of service, without its name and its secret. */
export function ServiceFields({ authType, draft, faults, onChange }: ServiceFieldsProps) {
  const say = useWords(integrationWords.service);
  const line = ({ field, isNeeded = false, hint, ...more }: TextProps) => (
    <TextInput
      key={field}
      label={say(field)}
      {...(hint ? { description: hint } : {})}
      withAsterisk={isNeeded}
      error={faults[field]}
      value={draft[field] ?? ''}
      onChange={(event) => onChange({ [field]: event.currentTarget.value })}
      {...more}
    />
  );
  const address = (hint: string, isNeeded = true) =>
    line({ field: 'baseUrl', isNeeded, hint, maxLength: 500, placeholder: 'https://', type: 'url' });

  const sandbox = line({ field: 'sandboxUrl', hint: say('sandboxHint'), maxLength: 500, placeholder: 'https://', type: 'url' });

  if (authType === authTypes.workflow)
    return (
      <>
        {address(say('workflowHint'))}
        {sandbox}
        {line({ field: 'emailId', isNeeded: true, maxLength: 254, type: 'email' })}
      </>
    );
  if (authType === authTypes.video)
    return (
      <>
        <Select
          label={say('meetingKind')}
          allowDeselect={false}
          data={[
            { value: 'own', label: say('meetingOwn') },
            { value: 'outside', label: say('meetingOutside') },
          ]}
          error={faults.kind}
          value={draft.kind ?? 'own'}
          onChange={(kind) => onChange({ kind: kind ?? 'own' })}
        />
        {draft.kind === 'outside' ? (
          <>
            {address(say('videoHint'))}
            {line({ field: 'appId', hint: say('appIdHint'), maxLength: 200 })}
          </>
        ) : (
          <OwnMeetingFields draft={draft} faults={faults} onChange={onChange} />
        )}
      </>
    );
  if (authType === authTypes.speech)
    return (
      <>
        {address(say('speechHint'))}
        {sandbox}
        {line({ field: 'model', isNeeded: true, maxLength: 120 })}
        {line({ field: 'language', hint: say('languageHint'), maxLength: 2 })}
        {line({ field: 'pricePerMinute', hint: say('pricePerMinuteHint'), maxLength: 14 })}
      </>
    );
  if (authType === authTypes.genAi)
    return (
      <>
        <Select
          label={say('llm')}
          withAsterisk
          allowDeselect={false}
          data={[
            { value: String(llmTypes.OpenAI), label: say('llmOpenAI') },
            { value: String(llmTypes.GPT), label: say('llmGPT') },
          ]}
          error={faults.llm}
          value={draft.llm ?? null}
          onChange={(llm) => onChange({ llm: llm ?? '' })}
        />
        {address(say('genAiHint'), false)}
        {sandbox}
        {line({ field: 'model', maxLength: 120 })}
        {line({ field: 'embeddingModel', hint: say('embeddingModelHint'), maxLength: 120 })}
      </>
    );
  return <DatabaseFields draft={draft} faults={faults} onChange={onChange} line={line} />;
}

/** Calls between two browsers: what finds the way, and whether they are recorded. */
function OwnMeetingFields({ draft, faults, onChange }: Omit<ServiceFieldsProps, 'authType'>) {
  const say = useWords(integrationWords.service);
  return (
    <>
      <Textarea
        label={say('relays')}
        description={say('relaysHint')}
        placeholder="turn:turn.example.com:3478"
        autosize
        minRows={2}
        maxRows={6}
        maxLength={1000}
        error={faults.relays}
        value={draft.relays ?? ''}
        onChange={(event) => onChange({ relays: event.currentTarget.value })}
      />
      <Switch
        label={say('canRecord')}
        description={say('canRecordHint')}
        error={faults.canRecord}
        checked={draft.canRecord ?? true}
        onChange={(event) => onChange({ canRecord: event.currentTarget.checked })}
      />
    </>
  );
}

type DatabaseFieldsProps = Omit<ServiceFieldsProps, 'authType'> & { line: (props: TextProps) => React.ReactNode };

function DatabaseFields({ draft, faults, onChange, line }: DatabaseFieldsProps) {
  const say = useWords(integrationWords.service);
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        {line({ field: 'host', isNeeded: true, maxLength: 253, placeholder: 'db.example.com' })}
        <NumberInput
          label={say('port')}
          withAsterisk
          min={1}
          max={65_535}
          allowDecimal={false}
          error={faults.port}
          value={draft.port ?? ''}
          onChange={(port) => onChange({ port })}
        />
        {line({ field: 'database', isNeeded: true, maxLength: 64 })}
        {line({ field: 'user', isNeeded: true, maxLength: 80 })}
      </SimpleGrid>
      <Switch
        label={say('isTlsRequired')}
        description={say('tlsHint')}
        error={faults.isTlsRequired}
        checked={draft.isTlsRequired ?? true}
        onChange={(event) => onChange({ isTlsRequired: event.currentTarget.checked })}
      />
      {draft.isTlsRequired ? (
        <Textarea
          label={say('certificate')}
          description={say('certificateHint')}
          placeholder="-----BEGIN CERTIFICATE-----"
          autosize
          minRows={2}
          maxRows={6}
          maxLength={20_000}
          error={faults.certificate}
          value={draft.certificate ?? ''}
          onChange={(event) => onChange({ certificate: event.currentTarget.value })}
        />
      ) : null}
      <Switch
        label={say('isReadOnly')}
        description={say('readOnlyHint')}
        checked={draft.isReadOnly ?? true}
        onChange={(event) => onChange({ isReadOnly: event.currentTarget.checked })}
      />
      <NumberInput
        label={say('rowLimit')}
        description={say('rowLimitHint')}
        withAsterisk
        min={1}
        max={mostDatabaseRows}
        allowDecimal={false}
        error={faults.rowLimit}
        value={draft.rowLimit ?? ''}
        onChange={(rowLimit) => onChange({ rowLimit })}
      />
    </>
  );
}

export type SecretFieldProps = {
  authType: SavedAuthType;
  /** The secret is of relays, and not of a meeting server */
  isOfRelays?: boolean;
  /** Visible end of the stored secret; undefined: there is none. */
  ending: string | undefined;
  value: string;
  fault: string | undefined;
  onChange: (secret: string) => void;
};

/** A stored secret is not told: it stays as long as none is typed. */
export function SecretField({ authType, isOfRelays = false, ending, value, fault, onChange }: SecretFieldProps) {
  const say = useWords(integrationWords.service);
  const { field, isNeeded } = integrationSecrets[authType];
  const kept = ending === '' ? say('secretKept') : say('secretKeptEnding', { ending: ending ?? '' });
  return (
    <SecretInput
      label={say(field)}
      description={
        ending === undefined ? say(isOfRelays ? 'relaySecretHint' : authType === authTypes.video ? 'secretHint' : 'storedHint') : kept
      }
      withAsterisk={isNeeded && ending === undefined}
      autoComplete="new-password"
      visibilityToggleButtonProps={{ 'aria-label': say('showSecret'), 'aria-hidden': false, tabIndex: 0 }}
      maxLength={500}
      error={fault}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
