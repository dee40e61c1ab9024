import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

// The page and the API have one origin, so that browsers show the page the header ETag.
const proxy = {
  '/api': {
    target: process.env.API_URL ?? 'http://127.0.0.1:8000',
    rewrite: (path: string) => path.replace('/api', ''),
  },
};

export default defineConfig({ plugins: [react()], server: { proxy }, preview: { proxy } });
