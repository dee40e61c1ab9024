{ version: '1' }
