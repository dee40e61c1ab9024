#!/usr/bin/env node
'use strict';

void require('./run.cjs').run();
