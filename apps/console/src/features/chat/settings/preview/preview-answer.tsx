import { Badge, Group, Stack, Table, Text, Title } from '@mantine/core';
import {
  type ChatPreview,
  type ChatSettingKey,
  type ChatSettingSection,
  chatMessageKey,
  chatMessageLanguages,
  chatMessages,
  chatSettingSections,
  chatSettings,
} from '@parley/contract';
import { formatNumber, formatReportDate } from '../../../../lib/format.ts';
import { nameOfLanguage } from '../../../../lib/languages.ts';
import { useWords } from '../../../../lib/words.ts';
import { chatSettingsWords } from '../../../../locales/chat-settings.ts';
import { useSettingName } from '../setting-name.ts';
import { useSettingChoices } from '../setting-row.tsx';
import classes from '../settings.module.css';

type AnswerProps = { preview: ChatPreview; departmentName: string };

/** The hours, the messages as they are read, and the settings of each section with their origins. */
export function PreviewAnswer({ preview, departmentName }: AnswerProps) {
  const say = useWords(chatSettingsWords.preview);
  const saySection = useWords(chatSettingsWords.section);
  const keysOf = (section: ChatSettingSection) => preview.keys.filter((key) => chatSettings[key].section === section);
  return (
    <>
      <div role="status">
        <Hours hours={preview.hours} />
      </div>
      <section aria-label={say('messages')}>
        <Title order={2} size="h5" mb="xs">
          {say('messages')}
        </Title>
        <Stack gap="md">
          {chatMessages.map((name) => (
            <Message key={name} name={name} preview={preview} departmentName={departmentName} />
          ))}
        </Stack>
      </section>
      {chatSettingSections
        .filter((section) => section !== 'messages')
        .map((section) => (
          <Table key={section} captionSide="top" layout="fixed">
            <Table.Caption ta="start">{saySection(section)}</Table.Caption>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{say('setting')}</Table.Th>
                <Table.Th>{say('value')}</Table.Th>
                <Table.Th>{say('origin')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {keysOf(section).map((key) => (
                <SettingLine key={key} settingKey={key} preview={preview} departmentName={departmentName} />
              ))}
            </Table.Tbody>
          </Table>
        ))}
    </>
  );
}

function Hours({ hours }: Pick<ChatPreview, 'hours'>) {
  const say = useWords(chatSettingsWords.preview);
  if (!hours) return <Text size="sm">{say('always')}</Text>;
  const { isOpen, until, timeZone } = hours;
  return (
    <Group gap="xs">
      <Badge size="lg" variant="light" color={isOpen ? 'green' : 'red'}>
        {say(isOpen ? 'open' : 'closed')}
      </Badge>
      <Text size="sm">{until === null ? say('unchanged') : say('until', { time: formatReportDate(until, timeZone), zone: timeZone })}</Text>
    </Group>
  );
}

function useOrigin({ preview, departmentName }: AnswerProps): (key: ChatSettingKey) => string {
  const say = useWords(chatSettingsWords.page);
  const names = { default: say('standard'), enterprise: say('enterprise'), department: departmentName };
  return (key) => names[preview.sources[key]];
}

type MessageProps = AnswerProps & { name: (typeof chatMessages)[number] };

/** A message in each language. Whether it is sent is the same for both, unless one of them is empty. */
function Message({ name, preview, departmentName }: MessageProps) {
  const say = useWords(chatSettingsWords.preview);
  const sayMessage = useWords(chatSettingsWords.message);
  const originOf = useOrigin({ preview, departmentName });
  return (
    <div className={classes.message}>
      <h3 className={classes.messageName}>{sayMessage(name)}</h3>
      <div className={classes.texts}>
        {chatMessageLanguages.map((language) => {
          const message = preview.messages.find((one) => one.name === name && one.language === language);
          if (!message) return null;
          const label = sayMessage('of', { message: sayMessage(name), language: nameOfLanguage(language) });
          const key = chatMessageKey(name, language);
          return (
            <figure key={language} className={classes.preview} aria-label={label}>
              {message.text === '' ? null : (
                <p className={classes.bubble} lang={language}>
                  {message.text}
                </p>
              )}
              <Text component="figcaption" size="xs" c="dimmed">
                {[nameOfLanguage(language), say(`way_${message.way}`), originOf(key)].join(' · ')}
              </Text>
            </figure>
          );
        })}
      </div>
    </div>
  );
}

function SettingLine({ settingKey, preview, departmentName }: AnswerProps & { settingKey: ChatSettingKey }) {
  const say = useWords(chatSettingsWords.preview);
  const nameOf = useSettingName();
  const originOf = useOrigin({ preview, departmentName });
  const choices = useSettingChoices(settingKey);
  const value = preview.chat[settingKey];
  const shown = typeof value === 'boolean' ? say(value ? 'on' : 'off') : typeof value === 'number' ? formatNumber(value) : value;
  return (
    <Table.Tr>
      <Table.Th scope="row" fw={400}>
        {nameOf(settingKey)}
      </Table.Th>
      <Table.Td>{choices?.find((choice) => choice.value === value)?.label ?? shown}</Table.Td>
      <Table.Td>{originOf(settingKey)}</Table.Td>
    </Table.Tr>
  );
}
