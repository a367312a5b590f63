import { ActionIcon, Button, Menu, Text, TextInput } from '@mantine/core';
import { moreTemplateLimits, type TemplateButton, templateLimits } from '@parley/contract';
import { IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react';
import { useWords } from '../../../lib/words.ts';
import { channelWords } from '../../../locales/channel.ts';
import classes from './template.module.css';
import type { FaultOf } from './template-draft.ts';
import { clamp, type DraftButton, newButton } from './template-draft.ts';

type ButtonFieldsProps = {
  /** Prefix of the paths of these buttons' faults: 'buttons', 'cards.0.buttons' */
  field: string;
  buttons: readonly DraftButton[];
  types: readonly TemplateButton['type'][];
  limit: number;
  /** Neither more nor fewer, and in this order */
  isFixed?: boolean;
  addLabel: string;
  faultOf: FaultOf;
  onChange: (buttons: DraftButton[]) => void;
  /** Replaces a change of these buttons only */
  onAdd?: (type: TemplateButton['type']) => void;
  onRemove?: (index: number) => void;
};

/** The buttons of a message or a card, one below the other. */
export function ButtonFields({
  field,
  buttons,
  types,
  limit,
  isFixed = false,
  addLabel,
  faultOf,
  onChange,
  onAdd,
  onRemove,
}: ButtonFieldsProps) {
  const say = useWords(channelWords.template);
  const fault = faultOf(field);
  const add = onAdd ?? ((type) => onChange([...buttons, newButton(type)]));
  const remove = onRemove ?? ((index) => onChange(buttons.filter((_button, at) => at !== index)));
  const moveUp = (index: number) => {
    const [moved, above] = [buttons[index], buttons[index - 1]];
    if (moved && above) onChange(buttons.map((button, at) => (at === index ? above : at === index - 1 ? moved : button)));
  };
  return (
    <>
      <ul className={classes.list}>
        {buttons.map((button, index) => (
          <li key={button.key} className={classes.item}>
            <div className={classes.itemHead}>
              <span>{say(button.type)}</span>
              {isFixed ? null : (
                <span>
                  {index > 0 && !onAdd ? (
                    <ActionIcon
                      variant="subtle"
                      color="gray"
                      aria-label={say('moveUp', { number: index + 1 })}
                      onClick={() => moveUp(index)}
                    >
                      <IconArrowUp size={15} />
                    </ActionIcon>
                  ) : null}
                  <ActionIcon
                    variant="subtle"
                    color="red"
                    aria-label={say('removeButton', { number: index + 1 })}
                    onClick={() => remove(index)}
                  >
                    <IconTrash size={15} />
                  </ActionIcon>
                </span>
              )}
            </div>
            <OneButton
              number={index + 1}
              button={button}
              field={`${field}.${index}`}
              faultOf={faultOf}
              onChange={(part) => onChange(buttons.map((other) => (other.key === button.key ? { ...other, ...part } : other)))}
            />
          </li>
        ))}
      </ul>
      {fault ? (
        <Text size="sm" c="red" role="alert">
          {fault}
        </Text>
      ) : null}
      {isFixed || buttons.length >= limit ? null : (
        <Menu position="bottom-start">
          <Menu.Target>
            <Button variant="light" size="compact-sm" w="fit-content" leftSection={<IconPlus size={14} aria-hidden />}>
              {addLabel}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {types.map((type) => (
              <Menu.Item key={type} onClick={() => add(type)}>
                {say(type)}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
    </>
  );
}

type OneButtonProps = {
  number: number;
  button: DraftButton;
  field: string;
  faultOf: FaultOf;
  onChange: (part: Partial<TemplateButton>) => void;
};

function OneButton({ number, button, field, faultOf, onChange }: OneButtonProps) {
  const say = useWords(channelWords.template);
  const limit = button.type === 'QUICK_REPLY' ? templateLimits.quickReply : templateLimits.action;
  return (
    <div className={classes.row}>
      {button.type === 'COPY_CODE' ? null : (
        <TextInput
          label={say('buttonText', { number })}
          description={say('counter', { count: [...button.text].length, limit })}
          value={button.text}
          error={faultOf(`${field}.text`)}
          onChange={(event) => onChange({ text: clamp(event.currentTarget.value, limit) })}
        />
      )}
      {button.type === 'QUICK_REPLY' ? (
        <TextInput
          label={say('buttonPayload', { number })}
          description={say('payloadHint')}
          maxLength={1000}
          value={button.payload}
          onChange={(event) => onChange({ payload: event.currentTarget.value })}
        />
      ) : null}
      {button.type === 'URL' ? (
        <>
          <TextInput
            label={say('buttonUrl', { number })}
            description={say('urlHint')}
            type="url"
            maxLength={2000}
            value={button.url}
            error={faultOf(`${field}.url`)}
            onChange={(event) => onChange({ url: event.currentTarget.value })}
          />
          {button.url.includes('{{') ? (
            <TextInput
              label={say('buttonUrlSample', { number })}
              maxLength={2000}
              value={button.example}
              error={faultOf(`${field}.example`)}
              onChange={(event) => onChange({ example: event.currentTarget.value })}
            />
          ) : null}
        </>
      ) : null}
      {button.type === 'PHONE_NUMBER' ? (
        <TextInput
          label={say('buttonPhone', { number })}
          type="tel"
          maxLength={20}
          value={button.phoneNumber}
          error={faultOf(`${field}.phoneNumber`)}
          onChange={(event) => onChange({ phoneNumber: event.currentTarget.value })}
        />
      ) : null}
      {button.type === 'COPY_CODE' ? (
        <TextInput
          label={say('buttonCode', { number })}
          description={say('counter', { count: [...button.example].length, limit: moreTemplateLimits.offerCode })}
          value={button.example}
          error={faultOf(`${field}.example`)}
          onChange={(event) => onChange({ example: clamp(event.currentTarget.value, moreTemplateLimits.offerCode) })}
        />
      ) : null}
    </div>
  );
}
