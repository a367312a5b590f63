import { useQuery } from '@tanstack/react-query';
import { useDepartmentOptions } from '../../../account/shared/departments.ts';
import { agentsQuery } from '../../shared/chat.queries.ts';
import { MacroPanel } from '../../shared/macro-panel.tsx';
import { labelsQuery } from '../labels/label.queries.ts';

/** Macros of a department or of all. Steps may name the labels of the scope and those of all departments. @param deptId '': of all */
export function ScopedMacros({ deptId, isReadOnly }: { deptId: string; isReadOnly: boolean }) {
  const { data: agents } = useQuery({ ...agentsQuery, meta: { isQuiet: true } });
  const departments = useDepartmentOptions();
  const { data: ofAll = [] } = useQuery(labelsQuery(''));
  const { data: own = [] } = useQuery({ ...labelsQuery(deptId), enabled: deptId !== '' });
  const labels = [...(deptId === '' ? [] : own), ...ofAll].filter(({ isActive }) => isActive);
  const choices = {
    labels: labels.map(({ id, name }) => ({ value: id, label: name })),
    agents: (agents?.users ?? []).map(({ uId, name }) => ({ value: uId, label: name })),
    departments,
  };
  return <MacroPanel scope={deptId === '' ? 'enterprise' : 'department'} deptId={deptId} isReadOnly={isReadOnly} choices={choices} />;
}
