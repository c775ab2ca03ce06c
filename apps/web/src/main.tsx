import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { createAppRouter } from './app/router.tsx';
import { watchInstallPrompt } from './lib/install-prompt.ts';
import { watchDownloads } from './lib/page-downloads.ts';
import { createPageSession, retryOnReturn } from './lib/session/page-session.ts';
import { SessionContext } from './lib/session/session-context.ts';
import './styles.css';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no element with the id "root".');

watchDownloads();
watchInstallPrompt();
const session = createPageSession();
retryOnReturn(session);
void session.start();
createRoot(root).render(
  <StrictMode>
    <SessionContext value={session}>
      <App router={createAppRouter(session)} />
    </SessionContext>
  </StrictMode>,
);
