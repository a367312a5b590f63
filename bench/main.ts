/** Every figure as a ratio to a reference of the same run: `npm run bench`, or with names, `npm run bench -- chat list`. */
import { benchAssist } from './assist.bench.ts';
import { benchAudience } from './audience.bench.ts';
import { benchAudit } from './audit.bench.ts';
import { benchBots } from './bots.bench.ts';
import { benchCalls } from './calls.bench.ts';
import { benchCampaign } from './campaign.bench.ts';
import { benchCanvas } from './canvas.bench.ts';
import { benchChat } from './chat.bench.ts';
import { benchDesk } from './desk.bench.ts';
import { benchForms } from './forms.bench.ts';
import { benchHours } from './hours.bench.ts';
import { benchImport } from './import.bench.ts';
import { benchInbox } from './inbox.bench.ts';
import { benchLinks } from './links.bench.ts';
import { benchList } from './list.bench.ts';
import { benchMail } from './mail.bench.ts';
import { benchMonitor } from './monitor.bench.ts';
import { benchMoving } from './moving.bench.ts';
import { benchNumbers } from './numbers.bench.ts';
import { benchPages } from './pages.bench.ts';
import { benchPhoneBook } from './phone-book.bench.ts';
import { benchPredict } from './predict.bench.ts';
import { benchPrograms } from './programs.bench.ts';
import { benchReceipts } from './receipts.bench.ts';
import { benchReport } from './report.bench.ts';
import { benchRouting } from './routing.bench.ts';
import { benchRoutingKills } from './routing-kills.bench.ts';
import { benchScenario } from './scenario.bench.ts';
import { benchScripts } from './scripts.bench.ts';
import { benchSend } from './send.bench.ts';
import { benchStart } from './start.bench.ts';
import { benchStreams } from './streams.bench.ts';
import { type Figure, printTable } from './table.ts';
import { benchUsers } from './users.bench.ts';
import { benchWebhooks } from './webhooks.bench.ts';

const benches: Record<string, () => Promise<Figure[]>> = {
  assist: benchAssist,
  audience: benchAudience,
  audit: benchAudit,
  bots: benchBots,
  calls: benchCalls,
  campaign: benchCampaign,
  canvas: benchCanvas,
  chat: benchChat,
  desk: benchDesk,
  hours: benchHours,
  whatif: benchScenario,
  inbox: benchInbox,
  forms: benchForms,
  links: benchLinks,
  list: benchList,
  import: benchImport,
  moving: benchMoving,
  mail: benchMail,
  monitor: benchMonitor,
  numbers: benchNumbers,
  pages: benchPages,
  'phone-book': benchPhoneBook,
  predict: benchPredict,
  programs: benchPrograms,
  receipts: benchReceipts,
  report: benchReport,
  routing: benchRouting,
  'routing-kills': benchRoutingKills,
  scripts: benchScripts,
  send: benchSend,
  start: benchStart,
  streams: benchStreams,
  users: benchUsers,
  webhooks: benchWebhooks,
};
const asked = process.argv.slice(2);
const figures: Figure[] = [];
for (const [name, bench] of Object.entries(benches)) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  console.error(`measuring ${name} ...`);
  figures.push(...(await bench()));
}
printTable(figures);
process.exit(0);
