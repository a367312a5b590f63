import { useQuery } from '@tanstack/react-query';
import { FilterSelect } from '../../../components/filter-select.tsx';
import { useWords } from '../../../lib/words.ts';
import { chatMonitorWords } from '../../../locales/chat-monitor.ts';
import { figuresQuery } from './monitor.queries.ts';

type Props = { value: string; hasNone?: boolean; onChange: (department: string) => void };

/** Departments within the reader's sight, and chats of none. */
export function DepartmentFilter({ value, hasNone = true, onChange }: Props) {
  const say = useWords(chatMonitorWords.monitor);
  const { data } = useQuery(figuresQuery);
  const choices = (data?.queues ?? []).map(({ departmentId, name }) => ({ value: departmentId || 'none', label: name || say('none') }));
  return (
    <FilterSelect
      label={say('department')}
      isLabelHidden
      all={say('allDepartments')}
      value={value}
      data={hasNone ? choices : choices.filter((choice) => choice.value !== 'none')}
      onChange={onChange}
    />
  );
}
