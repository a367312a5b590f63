import { NumberInput, Select } from '@mantine/core';
import type { ConfigOf } from '@parley/journey';
import { useWords } from '@parley/ui/words';
import { designerWords } from '../words.ts';
import { useForm } from './form-context.ts';
import { RefField } from './ref-field.tsx';
import { Section } from './section.tsx';

type Sending = ConfigOf<'message.text'>['sending'];

/** Settings of sending: the channel, the template outside of the window, and the status to wait for. */
export function SendingFields({ value, onChange }: { value: Sending; onChange: (value: Sending) => void }) {
  const say = useWords(designerWords.field);
  const { isReadOnly } = useForm();
  const hints = [value.via?.name, value.outsideWindow?.name, value.pauseSeconds > 0 ? `${value.pauseSeconds} s` : ''].filter(Boolean);
  return (
    <Section title={say('sending')} hint={hints.join(' · ')}>
      <RefField
        label={say('via')}
        description={say('viaWhy')}
        kind="channel"
        isOptional
        value={value.via}
        onChange={(via) => onChange({ ...value, via })}
      />
      <RefField
        label={say('outsideWindow')}
        description={say('outsideWindowWhy')}
        kind="template"
        isOptional
        value={value.outsideWindow}
        onChange={(outsideWindow) => onChange({ ...value, outsideWindow })}
      />
      <NumberInput
        label={say('pauseSeconds')}
        value={value.pauseSeconds}
        readOnly={isReadOnly}
        min={0}
        max={30}
        allowDecimal={false}
        clampBehavior="strict"
        onChange={(seconds) => onChange({ ...value, pauseSeconds: Number(seconds) || 0 })}
      />
      <Select
        label={say('until')}
        readOnly={isReadOnly}
        data={(['queued', 'accepted', 'delivered'] as const).map((until) => ({ value: until, label: say(`until_${until}`) }))}
        value={value.until}
        onChange={(until) => until && onChange({ ...value, until: until as Sending['until'] })}
      />
    </Section>
  );
}
