#!/usr/bin/env node
'use strict';

void require('@rowhouse/cli/run').run('rowhouse');
