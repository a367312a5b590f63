import { Table, Text } from '@mantine/core';
import type { ConversationRow } from '@parley/contract';
import { formatNumber } from '../../../lib/format.ts';
import { useWords } from '../../../lib/words.ts';
import { botWords } from '../../../locales/bot.ts';
import { ReplyWords } from './reply-words.tsx';
import classes from './report.module.css';

/** Intents that came next to that of a message (REPORT-029), below the message and its whole answer. */
export function RemainingIntents({ row }: { row: ConversationRow }) {
  const say = useWords(botWords.report);
  return (
    <>
      {row.isErased ? null : (
        <>
          <Text size="sm" c="dimmed" mb="sm">
            {row.userMessage}
          </Text>
          <div className={classes.answer}>
            <ReplyWords text={row.botResponse} />
          </div>
        </>
      )}
      <Table.ScrollContainer minWidth={320} type="native">
        <Table aria-label={say('otherIntents')}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{say('intent')}</Table.Th>
              <Table.Th scope="col">{say('confidence')}</Table.Th>
              <Table.Th scope="col">{say('trainingPhrase')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {row.otherIntent.map(({ intent, confidence, utterance }) => (
              <Table.Tr key={`${intent} ${confidence}`}>
                <Table.Td>{intent}</Table.Td>
                <Table.Td className="tabular">{formatNumber(confidence, [0, 2])}</Table.Td>
                <Table.Td>{utterance}</Table.Td>
              </Table.Tr>
            ))}
            {row.otherIntent.length === 0 ? (
              <Table.Tr>
                <Table.Td colSpan={3}>
                  <Text size="sm" c="dimmed">
                    {say('noRecord')}
                  </Text>
                </Table.Td>
              </Table.Tr>
            ) : null}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </>
  );
}
