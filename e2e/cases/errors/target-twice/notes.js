export const notes = { name: 'fastapi', language: 'Text' };
