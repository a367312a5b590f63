import { ActionIcon, Alert, Button, Checkbox, Loader, Radio, Select, Stack, Text, Textarea, TextInput } from '@mantine/core';
import type { SandboxAct, SandboxFlow, SandboxFlowPart, z } from '@parley/contract';
import { DateField } from '@parley/ui/date-field';
import { IconArrowLeft, IconX } from '@tabler/icons-react';
import { useRef } from 'react';
import { useWords } from '../../../lib/words.ts';
import { channelWords } from '../../../locales/channel.ts';
import classes from './sandbox.module.css';

type Act = z.input<typeof SandboxAct>;
type Value = Extract<Act, { kind: 'flowSet' }>['value'];
type FlowViewProps = { flow: SandboxFlow; onAct: (act: Act) => Promise<unknown> };

/** The form that is open on a phone, as WhatsApp would show it: its screen, what the phone refuses, and what our endpoint says. */
export function FlowView({ flow, onAct }: FlowViewProps) {
  const say = useWords(channelWords.sandbox);
  const { screen, isWaiting, trouble, refused } = flow;
  // An entry is taken before the press that leaves its field.
  const last = useRef<Promise<unknown>>(Promise.resolve());
  const act = (what: Act) => {
    last.current = last.current.then(
      () => onAct(what),
      () => onAct(what),
    );
    // A refusal is shown by the call itself.
    last.current.catch(() => {});
  };
  const whyOf = (name: string) => {
    const found = refused.find((one) => one.name === name);
    return found ? say(`why_${found.why}` as 'why_required') : '';
  };
  return (
    <section className={classes.flow} aria-label={say('flow')} aria-busy={isWaiting}>
      <header className={classes.flowHead}>
        {screen?.canGoBack ? (
          <ActionIcon variant="subtle" aria-label={say('flowBack')} onClick={() => act({ kind: 'flowBack' })}>
            <IconArrowLeft size={16} aria-hidden />
          </ActionIcon>
        ) : null}
        <h3 className={classes.flowTitle}>{screen?.title ?? ''}</h3>
        {isWaiting ? <Loader size="xs" aria-label={say('flowWaits')} /> : null}
        <ActionIcon variant="subtle" aria-label={say('flowClose')} onClick={() => act({ kind: 'flowClose' })}>
          <IconX size={16} aria-hidden />
        </ActionIcon>
      </header>
      {trouble ? <Alert color="red">{trouble}</Alert> : null}
      {screen?.message ? (
        <Alert color="red" role="alert">
          {screen.message}
        </Alert>
      ) : null}
      {screen ? (
        <Stack gap="sm">
          {screen.parts.map((part, place) => (
            <Part
              key={`${screen.id} ${part.name || place}`}
              part={part}
              why={part.error || whyOf(part.name)}
              onSet={(value) => act({ kind: 'flowSet', name: part.name, value })}
            />
          ))}
          {whyOf('') ? (
            <Text size="sm" className={classes.fault ?? ''}>
              {whyOf('')}
            </Text>
          ) : null}
          {screen.footer ? (
            <Button disabled={isWaiting || !screen.footer.isEnabled} onClick={() => act({ kind: 'flowNext' })}>
              {screen.footer.label}
            </Button>
          ) : null}
        </Stack>
      ) : null}
    </section>
  );
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const listOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

/** One component of a screen. What is typed is taken as the field is left. */
function Part({ part, why, onSet }: { part: SandboxFlowPart; why: string; onSet: (value: Value) => void }) {
  const say = useWords(channelWords.sandbox);
  const { type, text, help, value, options, isRequired, isEnabled } = part;
  const common = { label: text, description: help || undefined, error: why || undefined, required: isRequired, disabled: !isEnabled };
  const choices = options.map(({ id, title, description }) => ({ value: id, label: description ? `${title}: ${description}` : title }));
  switch (type) {
    case 'DatePicker':
    case 'CalendarPicker':
      return <DateField {...common} isStrict value={textOf(value)} onChange={onSet} />;
    case 'TextInput':
      return (
        <TextInput
          {...common}
          defaultValue={textOf(value)}
          onBlur={({ currentTarget }) => currentTarget.value === textOf(value) || onSet(currentTarget.value)}
        />
      );
    case 'TextArea':
      return (
        <Textarea
          {...common}
          defaultValue={textOf(value)}
          autosize
          minRows={2}
          onBlur={({ currentTarget }) => currentTarget.value === textOf(value) || onSet(currentTarget.value)}
        />
      );
    case 'Dropdown':
      return <Select {...common} data={choices} value={textOf(value) || null} onChange={(next) => next && onSet(next)} />;
    case 'RadioButtonsGroup':
      return (
        <Radio.Group {...common} value={textOf(value)} onChange={onSet}>
          <Stack gap={6} mt={6}>
            {choices.map((one) => (
              <Radio key={one.value} {...one} />
            ))}
          </Stack>
        </Radio.Group>
      );
    case 'CheckboxGroup':
    case 'ChipsSelector':
      return (
        <Checkbox.Group {...common} value={listOf(value)} onChange={onSet}>
          <Stack gap={6} mt={6}>
            {choices.map((one) => (
              <Checkbox key={one.value} {...one} />
            ))}
          </Stack>
        </Checkbox.Group>
      );
    case 'OptIn':
      return (
        <Checkbox
          {...common}
          label={isRequired ? `${text} (${say('flowRequired')})` : text}
          checked={value === true}
          onChange={({ currentTarget }) => onSet(currentTarget.checked)}
        />
      );
    case 'PhotoPicker':
    case 'DocumentPicker':
      return (
        <Text size="sm" c="dimmed">
          {text}: {say('flowAbsent')}
        </Text>
      );
    default:
      return text === '' ? null : (
        <p className={classes.text} dir="auto" data-heading={type === 'TextHeading' || type === 'TextSubheading' || undefined}>
          {text}
        </p>
      );
  }
}
