import { useState } from 'react';

/** Data of a report: what was read last stays where the next reading fails (REPORT-052). */
export function useKept<T>(data: T | undefined): T | undefined {
  const [kept, setKept] = useState(data);
  if (data !== undefined && data !== kept) setKept(data);
  return data ?? kept;
}
