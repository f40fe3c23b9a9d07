import 'attention-lab/define';
