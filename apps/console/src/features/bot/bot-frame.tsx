import { Outlet } from '@tanstack/react-router';

/** Stands until the header and the tabs are drawn. */
export function BotFrame() {
  return <Outlet />;
}
