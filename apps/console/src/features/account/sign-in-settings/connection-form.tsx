import { SegmentedControl, TextInput } from '@mantine/core';
import { type SsoConnection, SsoSave } from '@parley/contract';
import { DialogForm } from '../../../components/dialog-form.tsx';
import { SaveFailure } from '../../../components/save-failure.tsx';
import { describeFailure, readIssues, sayFault } from '../../../lib/errors.ts';
import { useForm } from '../../../lib/use-form.ts';
import { useWords } from '../../../lib/words.ts';
import { ssoWords } from '../../../locales/sso.ts';
import { PasswordField } from '../shared/password-field.tsx';
import { type Draft, toDraft, toSave } from './connection-draft.ts';
import { RoleMapFields } from './role-map-fields.tsx';
import { SamlFields } from './saml-fields.tsx';
import { saveSso, useSsoChange } from './sso.queries.ts';

/** An identity provider: where it is, how we are known to it, and which roles its groups give. */
export function ConnectionForm({ connection, onClose }: { connection: SsoConnection | undefined; onClose: () => void }) {
  const say = useWords(ssoWords.form);
  const form = useForm({
    initial: () => toDraft(connection),
    check: (typed) => {
      const found = SsoSave.safeParse(toSave(typed)).error?.issues ?? [];
      return Object.fromEntries(found.map((issue) => [issue.path.join('.'), sayFault({ code: '', values: {}, message: issue.message })]));
    },
  });
  const { draft, faults, change, field } = form;
  const save = useSsoChange(() => saveSso(connection, toSave(draft)), { isQuiet: true });
  const handleSubmit = () =>
    save.mutate(undefined, {
      onSuccess: onClose,
      onError: (error) => form.setFaults(Object.fromEntries(readIssues(error).map(({ field: name, message }) => [name, message]))),
    });
  const isFaultKnown = save.error !== null && readIssues(save.error).length > 0;
  const beyond = save.error ? describeFailure(save.error).data.permissions : undefined;
  return (
    <DialogForm submit={say('save')} isBusy={save.isPending} onCancel={onClose} onSubmit={form.submit(handleSubmit)}>
      {save.error && !isFaultKnown ? (
        <SaveFailure error={save.error} lines={Array.isArray(beyond) ? [beyond.join(', ')] : []} onReload={onClose} />
      ) : null}
      {connection ? null : (
        <SegmentedControl
          aria-label={say('kind')}
          data={[
            { value: 'oidc', label: say('oidc') },
            { value: 'saml', label: say('saml') },
          ]}
          value={draft.kind}
          onChange={(kind) => {
            form.setFaults({});
            change({ kind: kind as Draft['kind'] });
          }}
        />
      )}
      <TextInput label={say('name')} description={say('nameHint')} maxLength={80} data-autofocus {...field('name')} />
      {draft.kind === 'oidc' ? (
        <>
          <TextInput label={say('issuer')} description={say('issuerHint')} placeholder="https://login.example.com" {...field('issuer')} />
          <TextInput label={say('clientId')} {...field('clientId')} />
          <PasswordField
            label={say('clientSecret')}
            description={say(connection?.hasSecret ? 'secretKept' : 'secretHint')}
            autoComplete="off"
            {...field('clientSecret')}
          />
        </>
      ) : (
        <SamlFields draft={draft} faults={faults} field={field} onChange={change} />
      )}
      <TextInput
        label={say(draft.kind === 'oidc' ? 'groupClaim' : 'groupAttribute')}
        description={say(draft.kind === 'oidc' ? 'groupClaimHint' : 'groupAttributeHint')}
        {...field('groupClaim')}
      />
      <RoleMapFields draft={draft} faults={faults} onChange={change} />
    </DialogForm>
  );
}
