import { Select, TextInput } from '@mantine/core';
import type { Channel, VendorField } from '@parley/contract';
import { SecretInput } from '../../../components/secret-input.tsx';
import { useWords } from '../../../lib/words.ts';
import { channelWords } from '../../../locales/channel.ts';
import { type ChannelDraft, fieldsOf, storedOf, typedIn } from './channel-draft.ts';

export type VendorInputsProps = {
  draft: ChannelDraft;
  channel: Channel | undefined;
  errors: Readonly<Record<string, string>>;
  onChange: (key: VendorField['key'], value: string) => void;
};

/** The fields of the vendor's form: text, e-mail, number or choice, secrets masked (CHAN-035, CHAN-038). */
export function VendorInputs({ draft, channel, errors, onChange }: VendorInputsProps) {
  const say = useWords(channelWords.channel);
  const stored = storedOf(channel, draft.vendor) as Record<string, string>;
  return fieldsOf(draft).map((field) => {
    const { key, label, isRequired, isSecret, input, options } = field;
    const isKept = isSecret && stored[key] !== undefined;
    const shared = { label, withAsterisk: isRequired, error: errors[key], name: key };
    if (input === 'select')
      return (
        <Select
          key={key}
          {...shared}
          description={key === 'environment' && draft.environment === 'sandbox' ? say('sandboxFilled') : undefined}
          data={(options ?? []).map((option) => ({ value: option, label: key === 'environment' ? say(option as 'sandbox') : option }))}
          value={typedIn(draft, key) || null}
          onChange={(value) => onChange(key, value ?? '')}
        />
      );
    const text = {
      ...shared,
      autoComplete: 'off',
      maxLength: 2000,
      description: isKept ? (stored[key] ? say('kept', { last4: stored[key] }) : say('keptShort')) : undefined,
      value: typedIn(draft, key),
      onChange: (event: { currentTarget: { value: string } }) => onChange(key, event.currentTarget.value),
    };
    if (isSecret) return <SecretInput key={key} {...text} autoComplete="new-password" />;
    return (
      <TextInput
        key={key}
        {...text}
        type={input === 'email' ? 'email' : 'text'}
        {...(input === 'numeric' ? { inputMode: 'numeric' as const } : input === 'mobile' ? { inputMode: 'tel' as const } : {})}
      />
    );
  });
}
