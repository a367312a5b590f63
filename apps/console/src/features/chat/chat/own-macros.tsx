import { Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useWords } from '../../../lib/words.ts';
import { chatMacroWords } from '../../../locales/chat-macro.ts';
import { useDepartmentOptions } from '../../account/shared/departments.ts';
import { agentsQuery, chatLabelsQuery } from '../shared/chat.queries.ts';
import { MacroPanel } from '../shared/macro-panel.tsx';

/** The agent's own macros, made beside the chat in which they are wanted. Steps may name the labels of its department. */
export function OwnMacros({ chatId, onClose }: { chatId: string; onClose: () => void }) {
  const say = useWords(chatMacroWords.macro);
  const { data: labels } = useQuery(chatLabelsQuery(chatId));
  const { data: agents } = useQuery(agentsQuery);
  const departments = useDepartmentOptions();
  const choices = {
    labels: (labels ?? []).map(({ id, name }) => ({ value: id, label: name })),
    agents: (agents?.users ?? []).map(({ uId, name }) => ({ value: uId, label: name })),
    departments,
  };
  return (
    <Modal opened onClose={onClose} title={say('own')} size="xl">
      <MacroPanel scope="own" deptId="" isReadOnly={false} choices={choices} />
    </Modal>
  );
}
