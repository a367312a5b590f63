import { checkSiteForm, type FormFault } from '@parley/contract/chat/site-form-check';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Answers, WidgetForm } from '../protocol.ts';
import type { Session } from '../session.ts';
import type { SessionState } from '../session-state.ts';
import type { Say } from '../words.ts';

type Props = { form: WidgetForm; session: Session; state: SessionState; language: string; say: Say };
type Field = WidgetForm['fields'][number];

/** Facts that the visitor is asked before the first message. They leave with it; until then they lie in the tab. */
export function BeforeForm({ form, session, state, language, say }: Props) {
  const [values, setValues] = useState<Answers['values']>({});
  const [agreed, setAgreed] = useState(false);
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({});
  const [error, setError] = useState('');
  const [isBusy, setBusy] = useState(false);
  const box = useRef<HTMLFormElement>(null);
  const latest = useRef<Answers>({ values, agreed });
  latest.current = { values, agreed };
  const consent = form.consents?.[language] || form.consent;
  const [startsFocused] = useState(!state.isRestored);

  useEffect(() => {
    if (startsFocused) box.current?.querySelector<HTMLElement>('input,select')?.focus();
  }, [startsFocused]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: faults that were found are what moves the focus
  useEffect(() => {
    box.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [faults]);
  useEffect(
    () =>
      session.hear(({ type, data }) => {
        if (type === 'formChecked') {
          setBusy(false);
          const found = Object.entries(data.faults);
          if (found.length === 0) session.setForm(latest.current);
          else
            setFaults(
              Object.fromEntries(found.map(([id, { fault, message }]) => [id, (id !== 'consent' && message) || sayFault(id, fault, say)])),
            );
        }
        if (type === 'refused' && data.key === 'fillForm') {
          setBusy(false);
          setError(data.message);
        }
      }),
    [session, say],
  );
  // The answer of a line that was lost does not come.
  useEffect(() => {
    if (state.connection !== 'open') setBusy(false);
  }, [state.connection]);

  const handleSubmit = (event: Event) => {
    event.preventDefault();
    const found = Object.entries(checkSiteForm(form.fields, values)).map(([id, fault]) => [id, sayFault(id, fault, say)] as const);
    if (consent && !agreed) found.push(['consent', say('agreeFirst')]);
    setError('');
    setFaults(Object.fromEntries(found));
    if (found.length === 0) setBusy(session.send('fillForm', { values, agreed }));
  };
  return (
    <form ref={box} class="before" noValidate aria-label={say('beforeTitle')} onSubmit={handleSubmit}>
      <h3>{say('beforeTitle')}</h3>
      {form.fields.map((field) => (
        <FieldRow
          key={field.id}
          field={field}
          label={field.labels?.[language] || field.label || say(ownWords[field.kind as keyof typeof ownWords] ?? 'message')}
          value={values[field.id] ?? ''}
          fault={faults[field.id]}
          say={say}
          onInput={(value) => setValues({ ...values, [field.id]: value })}
        />
      ))}
      {consent ? (
        <div>
          <label class="before-consent">
            <input
              type="checkbox"
              checked={agreed}
              aria-required
              aria-invalid={faults.consent !== undefined}
              aria-describedby={faults.consent ? 'before-consent' : undefined}
              onChange={(event) => setAgreed(event.currentTarget.checked)}
            />
            <span dir="auto">{consent}</span>
          </label>
          <Fault id="consent" text={faults.consent} />
        </div>
      ) : null}
      {error ? (
        <p class="error" role="alert">
          {error}
        </p>
      ) : null}
      <button type="submit" class="text-button is-filled" disabled={isBusy || state.connection !== 'open'}>
        {say('begin')}
      </button>
    </form>
  );
}

const ownWords = { name: 'yourName', email: 'email', phone: 'phone' } as const;

const faultWords = {
  ...{ email: 'notEmail', phone: 'notPhone', whole: 'notNumber', number: 'notNumber', date: 'notDate' },
} as const satisfies Partial<Record<FormFault, Parameters<Say>[0]>>;

/** Other faults ask to fill the field in anew. */
const sayFault = (id: string, fault: FormFault, say: Say): string =>
  id === 'consent' ? say('agreeFirst') : say(faultWords[fault as keyof typeof faultWords] ?? 'needed');

const inputs: Readonly<Record<Field['kind'], object>> = {
  ...{ name: { autocomplete: 'name' }, email: { type: 'email', autocomplete: 'email', dir: 'ltr' } },
  ...{ phone: { type: 'tel', autocomplete: 'tel', dir: 'ltr' }, whole: { inputMode: 'numeric', dir: 'ltr' } },
  ...{ number: { inputMode: 'decimal', dir: 'ltr' }, date: { type: 'date' }, text: {}, choice: {} },
};

type RowProps = { field: Field; label: string; value: string; fault: string | undefined; say: Say; onInput: (value: string) => void };

function FieldRow({ field, label, value, fault, say, onInput }: RowProps) {
  const { id, kind, isRequired, choices, most } = field;
  const shared = {
    id: `before-${id}-field`,
    value,
    'aria-required': isRequired,
    'aria-invalid': fault !== undefined,
    'aria-describedby': fault ? `before-${id}` : undefined,
    onInput: (event: { currentTarget: { value: string } }) => onInput(event.currentTarget.value),
  };
  return (
    <div>
      <label for={`before-${id}-field`} dir="auto">
        {label}
        {isRequired ? '' : ` (${say('optional')})`}
      </label>
      {choices ? (
        <select {...shared}>
          <option value="">{say('choose')}</option>
          {choices.map((choice) => (
            <option key={choice} value={choice}>
              {choice}
            </option>
          ))}
        </select>
      ) : (
        <input dir="auto" {...inputs[kind]} maxLength={most} {...shared} />
      )}
      <Fault id={id} text={fault} />
    </div>
  );
}

function Fault({ id, text }: { id: string; text: string | undefined }) {
  return text ? (
    <p class="error" id={`before-${id}`}>
      {text}
    </p>
  ) : null;
}
